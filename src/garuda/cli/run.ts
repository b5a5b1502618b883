import { wantsJson } from './command-line.ts';
import { exitCodes, signalExitCode } from './exit-codes.ts';
import { failureOf } from './failure.ts';
import { helpText } from './help.ts';
import { parseInvocation } from './invocation.ts';
import type { Terminal } from './terminal.ts';
import { Voice } from './voice.ts';

/** Does what the arguments say. Never throws. @returns the exit code */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const voice = new Voice(terminal, wantsJson(argv));
  const exitCode = await attempt(argv, terminal, voice);
  await voice.finish();
  const { by } = terminal.interruption;
  return by === undefined ? exitCode : signalExitCode(by);
}

async function attempt(argv: readonly string[], terminal: Terminal, voice: Voice): Promise<number> {
  try {
    const invocation = parseInvocation(argv, terminal.environment);
    switch (invocation.kind) {
      case 'version':
        await voice.print(`${terminal.version}\n`);
        return exitCodes.done;
      case 'help':
        await voice.print(helpText(invocation.verb));
        return exitCodes.done;
      case 'home': {
        const { verb, words, line } = invocation;
        const tell = (text: string): void => voice.tell(text);
        const command = { words, line, terminal, tell };
        return await voice.printOutcome(await verb.perform(command));
      }
      case 'use': {
        // What talks to servers is not loaded for a mistake or for help.
        const { useServer } = await import('./use-server.ts');
        return await useServer(invocation, terminal, voice);
      }
    }
  } catch (error) {
    return await voice.fail(failureOf(error, terminal.interruption));
  }
}
