/* A server over stdio that starts in a millisecond: for measures in which the start of Node.js would drown the
   client. It knows just the messages of the bench, and looks for words in them instead of reading JSON.
   An argument is the niceness of its session: see favour-session.mjs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The value of the last "id" of the line: the request's own may stand before or after its parameters. */
static const char *last_id(const char *line) {
  const char *id = NULL;
  for (const char *at = line; (at = strstr(at, "\"id\":")) != NULL;) id = at += 5;
  return id;
}

static void answer(const char *line, const char *id) {
  int modern = strstr(line, "io.modelcontextprotocol/protocolVersion") != NULL;
  const char *hints = modern ? "\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"," : "";
  printf("{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{%s", (int)strcspn(id, ",}\n"), id, hints);
  if (strstr(line, "\"initialize\""))
    printf("\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
           "\"serverInfo\":{\"name\":\"tiny\",\"version\":\"1.0.0\"}}}\n");
  else if (strstr(line, "\"server/discover\""))
    printf("\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},"
           "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"tiny\",\"version\":\"1.0.0\"}}}}\n");
  else if (strstr(line, "\"tools/list\""))
    printf("\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}]}}\n");
  else
    printf("\"content\":[{\"type\":\"text\",\"text\":\"ok\"}]}}\n");
  fflush(stdout);
}

static void favour_session(const char *niceness) {
  FILE *file = fopen("/proc/self/autogroup", "w");
  if (file == NULL) return;
  fputs(niceness, file);
  fclose(file);
}

int main(int argc, char **argv) {
  if (argc > 1) favour_session(argv[1]);
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    const char *id = last_id(line);
    if (id != NULL) answer(line, id);
  }
  free(line);
  return 0;
}
