"""Constants from Apple's headers, under the names that they have there: a test compares all of
them."""

import sys

assert sys.platform == "darwin"

# sys/un.h and sys/ucred.h
SOL_LOCAL = 0
LOCAL_PEERCRED = 0x001
LOCAL_PEERPID = 0x002
XUCRED_VERSION = 0

# sys/proc_info.h and sys/proc.h
PROC_PIDTBSDINFO = 3
PROC_PIDVNODEPATHINFO = 9
PROC_PIDPATHINFO_MAXSIZE = 4096
SZOMB = 5

# sys/sysctl.h and sys/syslimits.h
CTL_KERN = 1
KERN_PROC = 14
KERN_PROC_PID = 1
KERN_BOOTTIME = 21
KERN_PROCARGS2 = 49
ARG_MAX = 1 << 20

# sys/types.h
NODEV = -1

# time.h
CLOCK_MONOTONIC_RAW = 4
CLOCK_MONOTONIC = 6

# sys/proc_info.h
PROC_PIDTASKINFO = 4
PROC_UID_ONLY = 4

# sys/syslimits.h
OPEN_MAX = 10240

# sys/param.h
MAXSYMLINKS = 32

# sys/fcntl.h
O_EVTONLY = 0x8000

# mach/vm_inherit.h
VM_INHERIT_NONE = 2

# copyfile.h
COPYFILE_METADATA = 7

# bsm/audit.h
AU_SESSION_FLAG_HAS_GRAPHIC_ACCESS = 0x10
