/** An option of the command, as it is parsed and as the help shows it. */
export interface OptionForm {
  readonly name: string;
  readonly short?: string;
  /** What its value is called; without one it is a flag. */
  readonly value?: string;
  /** It may be given several times. */
  readonly many?: true;
  /** The kind of server that it is for, where not for both. */
  readonly server?: 'url' | 'command';
  /** It is only for verbs that need no server, and name it. */
  readonly home?: true;
  readonly help: string;
}

/** Every option of every verb. */
export const optionForms: readonly OptionForm[] = [
  {
    name: 'json',
    help: 'one JSON document on stdout, also for a failure: {"error": {…}}',
  },
  {
    name: 'timeout',
    value: 'SECONDS',
    help: 'how long to wait without an answer or progress (default 60); ten minutes in all, or as long as this',
  },
  {
    name: 'revision',
    value: 'WHICH',
    help: 'auto (default), legacy, or the date of one revision',
  },
  { name: 'strict', help: 'refuse a malformed or endless list instead of mending it' },
  { name: 'verbose', help: 'tell on stderr what the server logs and what is odd about it' },
  {
    name: 'wire-log',
    value: 'FILE',
    help: 'record every message in a new file, secrets redacted',
  },
  {
    name: 'url',
    value: 'URL',
    server: 'url',
    help: 'the server, where another argument is a URL too',
  },
  {
    name: 'header',
    value: "'NAME: VALUE'",
    many: true,
    server: 'url',
    help: 'a header field for every request',
  },
  {
    name: 'bearer-env',
    value: 'NAME',
    server: 'url',
    help: 'the environment variable that holds a bearer token',
  },
  {
    name: 'no-browser',
    server: 'url',
    help: 'print the address of the sign-in page, and open no browser',
  },
  {
    name: 'allow-insecure-http',
    server: 'url',
    help: 'permit http:// to another machine',
  },
  {
    name: 'env',
    value: 'NAME[=VALUE]',
    many: true,
    server: 'command',
    help: 'a variable for the command; without a value, our own',
  },
  {
    name: 'cwd',
    value: 'FOLDER',
    server: 'command',
    help: 'the folder in which the command starts',
  },
  {
    name: 'network',
    server: 'command',
    home: true,
    help: 'let the server reach the network from its sandbox',
  },
  {
    name: 'write-path',
    value: 'PATH',
    many: true,
    server: 'command',
    home: true,
    help: 'let the server write there too, from its sandbox',
  },
  { name: 'file', value: 'FILE', home: true, help: 'the file to import from' },
  {
    name: 'project',
    value: 'FOLDER',
    home: true,
    help: 'the root of another project than this one',
  },
  { name: 'yes', home: true, help: 'import without asking' },
  { name: 'help', short: 'h', help: 'explain the command, or the verb that is given' },
  { name: 'version', short: 'V', help: 'print the version of garuda-mcp' },
];
