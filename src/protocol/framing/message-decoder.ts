import type { ChannelFailure } from '../channel-failure.ts';
import type { ChannelReceiver } from '../channel.ts';
import type { RequestId } from '../message.ts';
import type { DecodeUtf8 } from './decode-utf8.ts';
import { findAnsweredId } from './find-id.ts';
import { LineDecoder, type LineReceiver } from './line-decoder.ts';
import type { LineReader } from './line-reader.ts';
import { readLine } from './read-line.ts';

/** What bounds a {@link MessageDecoder}. @public */
export interface MessageDecoderOptions {
  readonly maxMessageBytes: number;
  readonly decodeUtf8: DecodeUtf8;
}

const longestNoise = 200;

/**
 * Finds the messages in a stream of bytes that has one on each line, and tells a channel's receiver
 * of them in wire order. What cannot be read costs the call that it answers and nothing else.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio | MCP over stdio}
 * @public
 */
export class MessageDecoder {
  readonly #lines: LineDecoder;
  readonly #findings: Findings;

  constructor(
    receiver: Pick<ChannelReceiver, 'message' | 'failed' | 'report'>,
    options: MessageDecoderOptions,
  ) {
    this.#findings = new Findings(receiver, options.maxMessageBytes);
    this.#lines = new LineDecoder(this.#findings, {
      maxLineBytes: options.maxMessageBytes,
      decodeUtf8: options.decodeUtf8,
    });
  }

  /** Takes the next bytes. They may be kept: the caller must not write into them again. */
  push(chunk: Uint8Array): void {
    this.#lines.push(chunk);
  }

  /**
   * No more bytes will come. A message without its line end counts; a broken one is not reported,
   * since the end of the stream says more.
   */
  end(): void {
    this.#findings.ended = true;
    this.#lines.end();
  }
}

class Findings implements LineReceiver, LineReader {
  readonly #receiver: Pick<ChannelReceiver, 'message' | 'failed' | 'report'>;
  readonly #maxBytes: number;
  #noiseReported = false;
  ended = false;

  constructor(receiver: Pick<ChannelReceiver, 'message' | 'failed' | 'report'>, maxBytes: number) {
    this.#receiver = receiver;
    this.#maxBytes = maxBytes;
  }

  line(text: string): void {
    readLine(text, this);
  }

  overlong(head: string, tail: string): void {
    const id = findAnsweredId(head, tail);
    const failure = { kind: 'message-too-large', maxBytes: this.#maxBytes } as const;
    this.#lost(id === undefined ? [] : [id], failure);
  }

  message(value: unknown): void {
    this.#receiver.message(value);
  }

  noise(text: string): void {
    if (this.#noiseReported) return;
    this.#noiseReported = true;
    this.#receiver.report({ kind: 'noise', text: text.trim().slice(0, longestNoise) });
  }

  unreadable(answered: readonly RequestId[], detail: string): void {
    this.#lost(answered, { kind: 'unreadable-message', detail });
  }

  #lost(answered: readonly RequestId[], failure: ChannelFailure): void {
    if (this.ended) return;
    if (answered.length === 0) this.#receiver.report({ kind: 'unreadable-message', failure });
    for (const id of answered) this.#receiver.failed(id, failure);
  }
}
