/* Starts sayso as an application of its own name, by the Python whose path is the one line of
 * Contents/Resources/python. With no words of its own, as the Finder starts it, it starts the
 * daemon, and with that the icon in the menu bar.
 */

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#define NOT_STARTED 127

static const char *const ALWAYS[] = {"-E", "-s", "-P", "-m", "sayso"};
static const char *const ALONE[] = {"daemon", "start"};
#define COUNT(words) (sizeof(words) / sizeof(*(words)))

static int fail(const char *what, const char *path)
{
    fprintf(stderr, "sayso: %s %s: %s\nMake the application anew: python packaging/macos_bundle.py\n",
            what, path, strerror(errno));
    return NOT_STARTED;
}

/* The application's own file, with no link left in it. */
static int own_path(char whole[PATH_MAX])
{
    char found[PATH_MAX];
#ifdef __APPLE__
    uint32_t room = sizeof(found);
    if (_NSGetExecutablePath(found, &room) != 0) {
        errno = ENAMETOOLONG;
        return -1;
    }
#else /* for the tests */
    ssize_t size = readlink("/proc/self/exe", found, sizeof(found) - 1);
    if (size < 0)
        return -1;
    found[size] = '\0';
#endif
    return realpath(found, whole) ? 0 : -1;
}

/* The first line of the file. */
static int read_line(const char *path, char line[PATH_MAX])
{
    FILE *file = fopen(path, "re");
    if (!file)
        return -1;
    char *got = fgets(line, PATH_MAX, file);
    fclose(file);
    if (!got || line[0] != '/') {
        errno = EINVAL;
        return -1;
    }
    line[strcspn(line, "\n")] = '\0';
    return 0;
}

int main(int argc, char **argv)
{
    char place[PATH_MAX], told[PATH_MAX + 32], python[PATH_MAX];
    if (own_path(place) != 0)
        return fail("can't find", "its own file");
    *strrchr(place, '/') = '\0';
    snprintf(told, sizeof(told), "%s/../Resources/python", place);
    if (read_line(told, python) != 0)
        return fail("can't read the path of Python in", told);

    size_t given = argc > 1 ? (size_t)argc - 1 : COUNT(ALONE), count = 0;
    const char *const *words = argc > 1 ? (const char *const *)argv + 1 : ALONE;
    const char **command = calloc(1 + COUNT(ALWAYS) + given + 1, sizeof(*command));
    if (!command)
        return fail("can't start", python);
    command[count++] = python; /* Python finds its packages by this */
    for (size_t each = 0; each < COUNT(ALWAYS); each++)
        command[count++] = ALWAYS[each];
    for (size_t each = 0; each < given; each++)
        command[count++] = words[each];
    execv(python, (char *const *)command);
    return fail("can't start", python);
}
