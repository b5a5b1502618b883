import {
  ProtocolError,
  type CallToolResult,
  type InputRequest,
  type InputResponse,
  type JsonObject,
} from '../protocol/index.ts';
import type { ReadResult } from './attempt.ts';
import { faultOfObject } from './check-arguments.ts';
import type { Requests } from './requests.ts';
import type { TaskHandle } from './tasks/task-handle.ts';
import type { TaskWish } from './tasks/task-wish.ts';
import type { Tasks } from './tasks/tasks.ts';
import { withInput, type RoundTrips } from './round-trips.ts';

/**
 * A call of a tool that waits for input. Plain JSON, so that it can be put aside and be gone on with
 * later, by another client of the same server too.
 *
 * Its `state` is the server's and may hold secrets: it belongs to the user who made the call.
 *
 * @public
 */
export interface ParkedCall {
  readonly name: string;
  readonly arguments: JsonObject;
  /** What the server needs to know, by its own keys. */
  readonly inputRequests: Readonly<Record<string, InputRequest>>;
  /** Sent back as it is. */
  readonly state?: string;
}

/**
 * How far a call of a tool has come.
 *
 * @public
 */
export type ToolStep =
  | { readonly kind: 'complete'; readonly result: CallToolResult }
  /** To be gone on with by {@link Client.resumeTool}. */
  | { readonly kind: 'input'; readonly parked: ParkedCall }
  /** The server goes on with it by itself. `immediate` is what a model may be told meanwhile (2025-11-25). */
  | { readonly kind: 'task'; readonly task: TaskHandle; readonly immediate?: string };

/** What stepping through calls takes. */
export interface StepParts {
  readonly requests: Requests;
  readonly roundTrips: RoundTrips;
  readonly tasks: Tasks;
}

/** Reads where a call stands, instead of going on by itself. */
export function readStep(
  parts: StepParts,
  call: { readonly name: string; readonly args: JsonObject },
  complete: ReadResult<CallToolResult>,
  taskOf: (id: string, wish: TaskWish | undefined) => TaskHandle,
): ReadResult<ToolStep> {
  const { requests, roundTrips, tasks } = parts;
  return (result, request) => {
    const type = requests.typeOf(result);
    const begun = tasks.begun(result, type, request);
    if (begun !== undefined) {
      const { signal } = request.options;
      // Nobody gets the handle any more.
      if (signal?.aborted === true) tasks.cancel(begun.id).catch(() => undefined);
      const immediate = immediateIn(result);
      const task = taskOf(begun.id, request.task);
      return { kind: 'task', task, ...(immediate !== undefined && { immediate }) };
    }
    if (type !== 'input_required') {
      const given = complete(result, request);
      return given instanceof Promise ? given.then(stepFrom) : stepFrom(given);
    }
    const { requests: asked = {}, state } = roundTrips.read(result, request);
    const parked = { name: call.name, arguments: call.args, inputRequests: asked };
    return { kind: 'input', parked: state === undefined ? parked : { ...parked, state } };
  };
}

/** What a server would have its model be told at once (2025-11-25/basic/utilities/tasks, Creating Tasks). */
function immediateIn(result: object): string | undefined {
  const { _meta } = result as { readonly _meta?: JsonObject | null };
  const text = _meta?.['io.modelcontextprotocol/model-immediate-response'];
  return typeof text === 'string' ? text : undefined;
}

function stepFrom(result: CallToolResult): ToolStep {
  return { kind: 'complete', result };
}

/** The parameters with which a parked call goes on. */
export function resumedParams(
  parked: ParkedCall,
  responses: Readonly<Record<string, InputResponse>>,
  server: string,
): JsonObject {
  const method = 'tools/call';
  const { name, arguments: args, inputRequests, state } = parked;
  const fault = faultOfObject(server, method, 'the responses', responses);
  if (fault !== undefined) throw fault;
  const missing = Object.keys(inputRequests).find((key) => !Object.hasOwn(responses, key));
  if (missing !== undefined) {
    const words = `${method}: the responses must answer every input request; ${JSON.stringify(missing)} is missing`;
    throw new ProtocolError('INVALID_ARGUMENT', words, { server, method, subject: name });
  }
  const answers = Object.keys(inputRequests).length === 0 ? undefined : responses;
  return withInput({ name, arguments: args }, state, answers);
}
