/**
 * The program that the official suite drives: it names a scenario and a revision in the environment
 * and gives the URL of its server as the last argument.
 *
 * @packageDocumentation
 */
import { runScenario } from './scenarios.ts';

try {
  await runScenario({
    name: required('MCP_CONFORMANCE_SCENARIO'),
    version: required('MCP_CONFORMANCE_PROTOCOL_VERSION'),
    context: JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}'),
    url: process.argv.at(-1) ?? '',
  });
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`expected ${name} in the environment: run the referee`);
  return value;
}
