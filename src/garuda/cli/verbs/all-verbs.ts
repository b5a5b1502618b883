import { call } from './call.ts';
import { complete } from './complete.ts';
import { login, logout } from './login.ts';
import { ping } from './ping.ts';
import { prompt } from './prompt.ts';
import { prompts } from './prompts.ts';
import { read } from './read.ts';
import { resources } from './resources.ts';
import { tools } from './tools.ts';
import type { Verb } from './verb.ts';

/** Every verb that needs a server, in the order of the help. */
export const allVerbs: readonly Verb[] = [
  tools,
  call,
  resources,
  read,
  prompts,
  prompt,
  complete,
  ping,
  login,
  logout,
];
