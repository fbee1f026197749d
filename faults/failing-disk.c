// A disk that fails: loaded before a program (LD_PRELOAD), it answers writes to regular files below FAILING_FOLDER with
// an input/output error for as long as the file FAILING_WHILE is there.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static int fails(int file) {
  const char *folder = getenv("FAILING_FOLDER"), *flag = getenv("FAILING_WHILE");
  if (!folder || !flag || access(flag, F_OK) != 0) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  if (strncmp(path, folder, strlen(folder)) != 0) return 0;
  errno = EIO;
  return 1;
}

#define FAILING(type, name, parameters, arguments)                  \
  type name parameters {                                            \
    static type(*real) parameters;                                  \
    if (!real) real = (type(*) parameters)dlsym(RTLD_NEXT, #name);  \
    int before = errno;                                             \
    if (fails(file)) return -1;                                     \
    errno = before;                                                 \
    return real arguments;                                          \
  }

FAILING(ssize_t, write, (int file, const void *bytes, size_t count), (file, bytes, count))
FAILING(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at))
FAILING(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at))
FAILING(ssize_t, pwritev, (int file, const struct iovec *parts, int count, off_t at), (file, parts, count, at))
FAILING(ssize_t, pwritev64, (int file, const struct iovec *parts, int count, off_t at), (file, parts, count, at))
FAILING(int, fsync, (int file), (file))
FAILING(int, fdatasync, (int file), (file))
