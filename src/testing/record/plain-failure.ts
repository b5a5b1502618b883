import type { ChannelFailure, ChannelNotice } from '../../protocol/index.ts';

/** A failure as plain JSON: of an error of others, its name and its words. */
export function plainFailure(failure: ChannelFailure): ChannelFailure {
  if (failure.kind !== 'credentials-failed') return failure;
  const { cause } = failure;
  const plain = cause instanceof Error ? { name: cause.name, message: cause.message } : undefined;
  return { kind: 'credentials-failed', cause: plain };
}

/** A notice as plain JSON. */
export function plainNotice(notice: ChannelNotice): ChannelNotice {
  return 'failure' in notice ? { ...notice, failure: plainFailure(notice.failure) } : notice;
}
