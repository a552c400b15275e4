/* The commands that are installed on Windows: bin\sayso.exe and those beside it. Each starts the
 * version whose name is the one line of the file "current", in the directory above, by that
 * version's own Python: so an upgrade replaces no program that runs.
 *
 * Built with WINDOWED it opens no console, and with no words of its own, as the Start menu starts
 * it, it starts the daemon, and with that the icon in the taskbar.
 *
 * It is built without C's library, of the system's calls alone: so it needs no other file, and is
 * built in a second.
 */

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#define NOT_STARTED 127
#define LONGEST 32768 /* characters: of a path, and of a command line */
#define LONGEST_NAME 200

#ifdef WINDOWED
#define OWN_NAME L"saysow"
#define PYTHON L"\\pythonw.exe"
#define ALONE L" daemon start"
#else
#define OWN_NAME L"sayso"
#define PYTHON L"\\python.exe"
#define ALONE L""
#endif

/* Words that grow at their end; what has no room is noted. */
typedef struct {
    wchar_t text[LONGEST];
    int length;
    int is_full;
} Words;

static void add(Words *words, const wchar_t *more)
{
    for (; *more; more++) {
        if (words->length == LONGEST - 1) {
            words->is_full = 1;
            return;
        }
        words->text[words->length++] = *more;
        words->text[words->length] = L'\0';
    }
}

static void tell(Words *words)
{
#ifdef WINDOWED
    MessageBoxW(NULL, words->text, L"sayso", MB_ICONERROR | MB_OK);
#else
    static char bytes[4 * LONGEST];
    HANDLE out = GetStdHandle(STD_ERROR_HANDLE);
    DWORD done;
    if (WriteConsoleW(out, words->text, (DWORD)words->length, &done, NULL))
        return;
    int size = WideCharToMultiByte(CP_UTF8, 0, words->text, words->length, bytes, sizeof(bytes),
                                   NULL, NULL);
    WriteFile(out, bytes, (DWORD)size, &done, NULL); /* where that fails, nobody reads it */
#endif
}

static int fail(const wchar_t *what, DWORD error)
{
    static Words words;
    static wchar_t why[512];
    int is_too_long = error == ERROR_FILENAME_EXCED_RANGE;
    FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, error, 0, why,
                   512, NULL); /* nothing is said where it has no words for it */
    add(&words, L"sayso: ");
    add(&words, what);
    add(&words, L": ");
    add(&words, why);
    add(&words, L"\r\nWhat to do: ");
    add(&words, is_too_long ? L"say less.\r\n" : L"install sayso again.\r\n");
    tell(&words);
    return NOT_STARTED;
}

/* Cuts the last part of a path off; NULL: it has only one. */
static wchar_t *cut(Words *path)
{
    while (path->length > 0 && path->text[path->length] != L'\\')
        path->length--;
    if (path->length == 0)
        return NULL;
    path->text[path->length] = L'\0';
    return path->text + path->length + 1;
}

/* The name of the version in use: the first line of the file, which may be replaced meanwhile.
 * Letters and digits of no path. */
static int read_name(const wchar_t *path, wchar_t *name)
{
    static char line[LONGEST_NAME];
    DWORD got = 0, length = 0;
    HANDLE file = CreateFileW(path, GENERIC_READ,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 0;
    if (!ReadFile(file, line, LONGEST_NAME - 1, &got, NULL)) {
        DWORD error = GetLastError();
        CloseHandle(file);
        SetLastError(error);
        return 0;
    }
    CloseHandle(file);
    SetLastError(ERROR_INVALID_DATA);
    while (length < got && line[length] != '\r' && line[length] != '\n') {
        char c = line[length];
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '-' || c == '+' ||
              (c == '.' && length > 0)))
            return 0;
        name[length++] = (wchar_t)c;
    }
    name[length] = L'\0';
    return length > 0;
}

/* What follows the program's own name, with the space before it. */
static const wchar_t *words_given(void)
{
    const wchar_t *at = GetCommandLineW(), *first;
    int is_quoted = 0;
    for (; *at && (is_quoted || (*at != L' ' && *at != L'\t')); at++)
        if (*at == L'"')
            is_quoted = !is_quoted;
    for (first = at; *first == L' ' || *first == L'\t'; first++)
        ;
    return *first ? at : ALONE;
}

/* A job that ends with us: what we start has no other reason to run. What that starts in turn, such
 * as the daemon, is in no such job. */
static HANDLE make_job(void)
{
    static JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits;
    HANDLE job = CreateJobObjectW(NULL, NULL);
    limits.BasicLimitInformation.LimitFlags =
        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK;
    if (job)
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof(limits));
    return job;
}

static HANDLE shared(DWORD which)
{
    HANDLE stream = GetStdHandle(which);
    if (stream && stream != INVALID_HANDLE_VALUE)
        SetHandleInformation(stream, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    return stream;
}

static HANDLE started; /* the process */

static DWORD run(const wchar_t *python, wchar_t *line)
{
    static STARTUPINFOEXW how;
    static char attributes[256];
    PROCESS_INFORMATION made;
    SIZE_T room = sizeof(attributes);
    HANDLE job = make_job();
    DWORD status = NOT_STARTED, flags = EXTENDED_STARTUPINFO_PRESENT;
    if (!GetConsoleCP()) /* we have none, and it shall show none */
        flags |= CREATE_NO_WINDOW;
    how.StartupInfo.cb = sizeof(how);
    how.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    how.StartupInfo.hStdInput = shared(STD_INPUT_HANDLE);
    how.StartupInfo.hStdOutput = shared(STD_OUTPUT_HANDLE);
    how.StartupInfo.hStdError = shared(STD_ERROR_HANDLE);
    how.lpAttributeList = (LPPROC_THREAD_ATTRIBUTE_LIST)attributes;
    /* in the job from its first moment: else it would stay for ever if we ended before it runs */
    if (!job || !InitializeProcThreadAttributeList(how.lpAttributeList, 1, 0, &room) ||
        !UpdateProcThreadAttribute(how.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_JOB_LIST, &job,
                                   sizeof(job), NULL, NULL) ||
        !CreateProcessW(python, line, NULL, NULL, TRUE, flags, NULL, NULL, &how.StartupInfo,
                        &made))
        return fail(python, GetLastError());
    started = made.hProcess;
    WaitForSingleObject(started, INFINITE);
    GetExitCodeProcess(started, &status);
#ifdef WINDOWED
    if (status != 0) {
        static Words words;
        add(&words, L"sayso did not do what it was started for. In a terminal, the command "
                    L"\"sayso doctor\" says why.");
        tell(&words);
    }
#endif
    return status;
}

/* What a console tells is for the program that we started, whose exit status is then ours. Where the
 * console closes, it has as long to end as Windows gives us. */
static BOOL WINAPI wait_on(DWORD event)
{
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT && started)
        WaitForSingleObject(started, INFINITE);
    return TRUE;
}

static DWORD launch(void)
{
    static Words root, name, path, line;
    static wchar_t version[LONGEST_NAME];
    DWORD length = GetModuleFileNameW(NULL, root.text, LONGEST);
    if (length == 0 || length == LONGEST)
        return fail(L"its own file", GetLastError());
    root.length = (int)length;
    wchar_t *file = cut(&root);
    if (!file)
        return fail(root.text, ERROR_INVALID_NAME);
    add(&name, file);
    while (name.length > 0 && name.text[--name.length] != L'.')
        ;
    name.text[name.length] = L'\0';
    if (!cut(&root))
        return fail(root.text, ERROR_INVALID_NAME);

    add(&path, root.text);
    add(&path, L"\\current");
    if (!read_name(path.text, version))
        return fail(path.text, GetLastError());
    path.length = root.length;
    add(&path, L"\\versions\\");
    add(&path, version);
    add(&path, PYTHON);

    add(&line, L"\"");
    add(&line, path.text);
    add(&line, L"\" -E -s -P -m sayso");
    if (lstrcmpiW(name.text, OWN_NAME) != 0) {
        add(&line, L" --as \"");
        add(&line, name.text);
        add(&line, L"\"");
    }
    add(&line, words_given());
    if (path.is_full || line.is_full)
        return fail(L"the command line", ERROR_FILENAME_EXCED_RANGE);
    SetConsoleCtrlHandler(wait_on, TRUE);
    return run(path.text, line.text);
}

void start(void)
{
    ExitProcess(launch());
}
