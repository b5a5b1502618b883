import type { ChannelFailure, ChannelReceiver } from '../../protocol/index.ts';
import { cleanErrors } from '../clean-errors.ts';
import { withholdValues } from './withhold-values.ts';

/** Whom the reading of messages tells. */
type MessageReceiver = Pick<ChannelReceiver, 'message' | 'failed' | 'report'>;

/** Hands on what a server says with these texts taken out of whatever becomes an error or a report. */
export function discreetReceiver(
  receiver: MessageReceiver,
  secrets: readonly string[],
): MessageReceiver {
  const clean = (text: string): string => withholdValues(text, secrets);
  const cleanFailure = (failure: ChannelFailure): ChannelFailure => {
    if (failure.kind !== 'unreadable-message') return failure;
    return { ...failure, detail: clean(failure.detail) };
  };
  return {
    message: (value) => receiver.message(cleanErrors(value, clean)),
    failed: (id, failure) => receiver.failed(id, cleanFailure(failure)),
    report: (notice) => {
      if (notice.kind === 'noise') receiver.report({ ...notice, text: clean(notice.text) });
      else if (notice.kind === 'unreadable-message')
        receiver.report({ ...notice, failure: cleanFailure(notice.failure) });
      else receiver.report(notice);
    },
  };
}
