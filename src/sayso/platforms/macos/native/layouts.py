"""The memory layouts of structures that the kernel fills, and the types of C functions, by Apple's
headers.

A test compares every structure here with those headers: structures and fields have the names that
they have there. A field whose name begins with "_" is room for fields that nobody here reads. This
loads ctypes.
"""

import sys

assert sys.platform == "darwin"

import ctypes
from typing import Any, ClassVar


class Layout(ctypes.Structure):
    C_NAME: ClassVar[str]
    """The structure's name in the header."""


class Xucred(Layout):
    """sys/ucred.h: the user of the process that connected, or that listens."""

    C_NAME = "struct xucred"
    _fields_ = (
        ("cr_version", ctypes.c_uint32),
        ("cr_uid", ctypes.c_uint32),
        ("cr_ngroups", ctypes.c_int16),
        ("cr_groups", ctypes.c_uint32 * 16),
    )


class BsdInfo(Layout):
    """sys/proc_info.h: what PROC_PIDTBSDINFO returns."""

    C_NAME = "struct proc_bsdinfo"
    _fields_ = (
        ("pbi_flags", ctypes.c_uint32),
        ("pbi_status", ctypes.c_uint32),
        ("pbi_xstatus", ctypes.c_uint32),
        ("pbi_pid", ctypes.c_uint32),
        ("pbi_ppid", ctypes.c_uint32),
        ("pbi_uid", ctypes.c_uint32),
        ("pbi_gid", ctypes.c_uint32),
        ("pbi_ruid", ctypes.c_uint32),
        ("pbi_rgid", ctypes.c_uint32),
        ("pbi_svuid", ctypes.c_uint32),
        ("pbi_svgid", ctypes.c_uint32),
        ("rfu_1", ctypes.c_uint32),
        ("pbi_comm", ctypes.c_char * 16),
        ("pbi_name", ctypes.c_char * 32),
        ("pbi_nfiles", ctypes.c_uint32),
        ("pbi_pgid", ctypes.c_uint32),
        ("pbi_pjobc", ctypes.c_uint32),
        ("e_tdev", ctypes.c_uint32),
        ("e_tpgid", ctypes.c_uint32),
        ("pbi_nice", ctypes.c_int32),
        ("pbi_start_tvsec", ctypes.c_uint64),
        ("pbi_start_tvusec", ctypes.c_uint64),
    )


class VnodeInfoPath(Layout):
    """sys/proc_info.h."""

    C_NAME = "struct vnode_info_path"
    _fields_ = (("_info", ctypes.c_uint64 * 19), ("vip_path", ctypes.c_char * 1024))


class VnodePathInfo(Layout):
    """sys/proc_info.h: what PROC_PIDVNODEPATHINFO returns."""

    C_NAME = "struct proc_vnodepathinfo"
    _fields_ = (("pvi_cdir", VnodeInfoPath), ("pvi_rdir", VnodeInfoPath))


class UniqueIdentifier(Layout):
    """What PROC_PIDUNIQIDENTIFIERINFO returns. Its layout is in no public header;
    bsd/sys/proc_info_private.h has it, and says that this interface stays as it is."""

    C_NAME = "struct proc_uniqidentifierinfo"
    _fields_ = (
        ("p_uuid", ctypes.c_uint8 * 16),
        ("p_uniqueid", ctypes.c_uint64),
        ("p_puniqueid", ctypes.c_uint64),
        ("p_idversion", ctypes.c_int32),
        ("p_orig_ppidversion", ctypes.c_int32),
        ("p_reserve2", ctypes.c_uint64),
        ("p_reserve3", ctypes.c_uint64),
    )


class Timeval(Layout):
    """sys/_types/_timeval.h."""

    C_NAME = "struct timeval"
    _fields_ = (("tv_sec", ctypes.c_int64), ("tv_usec", ctypes.c_int32))


class ExternProc(Layout):
    """sys/proc.h."""

    C_NAME = "struct extern_proc"
    _fields_ = (
        ("p_starttime", Timeval),
        ("_pointers", ctypes.c_uint64 * 2),
        ("p_flag", ctypes.c_int32),
        ("p_stat", ctypes.c_char),
        ("p_pid", ctypes.c_int32),
        ("_rest", ctypes.c_char * 252),
    )


class KinfoProc(Layout):
    """sys/sysctl.h: what KERN_PROC_PID returns."""

    C_NAME = "struct kinfo_proc"
    _fields_ = (("kp_proc", ExternProc), ("_rest", ctypes.c_uint64 * 44))


class TaskInfo(Layout):
    """sys/proc_info.h: what PROC_PIDTASKINFO returns."""

    C_NAME = "struct proc_taskinfo"
    _fields_ = (
        ("_sizes", ctypes.c_uint64 * 2),
        ("pti_total_user", ctypes.c_uint64),
        ("pti_total_system", ctypes.c_uint64),
        ("_threads", ctypes.c_uint64 * 2),
        ("_counts", ctypes.c_int32 * 12),
    )


class Timebase(Layout):
    """mach/mach_time.h."""

    C_NAME = "struct mach_timebase_info"
    _fields_ = (("numer", ctypes.c_uint32), ("denom", ctypes.c_uint32))


class AuditInfo(Layout):
    """bsm/audit.h."""

    C_NAME = "struct auditinfo_addr"
    _fields_ = (
        ("ai_auid", ctypes.c_uint32),
        ("_mask", ctypes.c_uint32 * 2),
        ("_terminal", ctypes.c_uint32 * 6),
        ("ai_asid", ctypes.c_int32),
        ("ai_flags", ctypes.c_uint64),
    )


class Flock(Layout):
    """sys/fcntl.h."""

    C_NAME = "struct flock"
    _fields_ = (
        ("l_start", ctypes.c_int64),
        ("l_len", ctypes.c_int64),
        ("l_pid", ctypes.c_int32),
        ("l_type", ctypes.c_int16),
        ("l_whence", ctypes.c_int16),
    )


LISTED: tuple[type[Layout], ...] = (
    Xucred,
    BsdInfo,
    VnodeInfoPath,
    VnodePathInfo,
    Timeval,
    ExternProc,
    KinfoProc,
    TaskInfo,
    Timebase,
    AuditInfo,
    Flock,
)
"""The structures that public headers have."""

_SIZE = ctypes.POINTER(ctypes.c_size_t)

FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "copyfile": (
        ctypes.c_int,
        (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_uint32),
    ),
    "free": (None, (ctypes.c_void_p,)),
    "getaudit_addr": (ctypes.c_int, (ctypes.POINTER(AuditInfo), ctypes.c_int)),
    "launch_activate_socket": (
        ctypes.c_int,
        (ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p), _SIZE),
    ),
    "mach_timebase_info": (ctypes.c_int, (ctypes.POINTER(Timebase),)),
    "malloc_zone_pressure_relief": (ctypes.c_size_t, (ctypes.c_void_p, ctypes.c_size_t)),
    "minherit": (ctypes.c_int, (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)),
    "mlock": (ctypes.c_int, (ctypes.c_void_p, ctypes.c_size_t)),
    "munlock": (ctypes.c_int, (ctypes.c_void_p, ctypes.c_size_t)),
    "proc_listpids": (
        ctypes.c_int,
        (ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_int),
    ),
    "proc_pidinfo": (
        ctypes.c_int,
        (ctypes.c_int, ctypes.c_int, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_int),
    ),
    "proc_pidpath": (ctypes.c_int, (ctypes.c_int, ctypes.c_void_p, ctypes.c_uint32)),
    "ptrace": (ctypes.c_int, (ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_int)),
    "sysctl": (
        ctypes.c_int,
        (
            ctypes.POINTER(ctypes.c_int),
            ctypes.c_uint,
            ctypes.c_void_p,
            _SIZE,
            ctypes.c_void_p,
            ctypes.c_size_t,
        ),
    ),
}
"""Functions of libSystem by name: what each returns, and what it takes. None of them takes a
varying number of arguments: on Apple's processors such functions are called in another way."""
