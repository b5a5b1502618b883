import type { Report } from '../../../client/index.ts';
import { quoteWord } from '../../wording/quote-word.ts';

/** A report in words, and whether it is shown without being asked for. */
export interface ReportLine {
  /** Something was lost or changed that the reader counts on. */
  readonly isWarning: boolean;
  readonly text: string;
}

/** Says a report in one line. */
export function describeReport(report: Report): ReportLine {
  switch (report.kind) {
    case 'entry-left-out':
      return warning(
        `${report.method}: entry ${report.index}${report.name === undefined ? '' : ` (${quoteWord(report.name)})`} is left out, since it is malformed: ${report.why}`,
      );
    case 'list-cut':
      return warning(`${report.method} ends after ${report.entries} entries: ${report.why}`);
    case 'session-renewed':
      return warning(
        `the server forgot the session, and a new one is open: ${report.error.message}`,
      );
    case 'server-lost':
      return warning(`it is started again when it is needed: ${report.error.message}`);
    case 'restarted':
      return warning('the server was started again; what its process knew is gone');
    case 'ping-unanswered':
      return warning(`the connection is ended: ${report.error.message}`);
    case 'repeated':
      return detail(`${report.method} is sent again: ${report.error.message}`);
    case 'connecting-again':
      return detail(`connecting is tried again: ${report.error.message}`);
    case 'unknown-notification':
      return detail(`the server notifies of ${quoteWord(report.method)}, which is not known here`);
    case 'noise':
      return detail(`the server writes what is no message: ${quoteWord(report.text)}`);
    case 'unreadable-message':
      return detail(`a message of the server cannot be read (${report.failure.kind})`);
    case 'undelivered':
      return detail(`${report.method} did not reach the server (${report.failure.kind})`);
    case 'listening-ended':
      return detail(`the stream for the server's own messages is closed (${report.failure.kind})`);
    case 'invalid-message':
      return detail(`the server sent an invalid message: ${report.why}`);
    case 'unknown-answer':
      return detail(
        `the server answered a request that was not sent: ${quoteWord(String(report.id))}`,
      );
    case 'unattributed-error':
      return detail(
        `the server sent an error about no request: ${quoteWord(report.error.message)} [${report.error.code}]`,
      );
    case 'unexpected-request':
      return detail(`the server asked for ${quoteWord(report.method)}, which it may not`);
    case 'cache-failed':
      return detail(`what is kept of earlier results is of no use: ${String(report.error)}`);
    case 'output-unchecked':
      return detail(`what ${quoteWord(report.tool)} gave is not checked: ${report.why}`);
    case 'question-refused':
      return detail(`the server asked for ${quoteWord(report.method)} in vain: ${report.why}`);
    case 'log-level-lost':
      return detail(`the server does not take the level of its log: ${String(report.error)}`);
    case 'request-withdrawn':
      return detail(
        `the server no longer asks for ${quoteWord(report.method)}: ${quoteWord(report.reason ?? '')}`,
      );
    case 'callback-failed':
      return detail(`${report.callback} failed: ${String(report.error)}`);
  }
}

function warning(text: string): ReportLine {
  return { isWarning: true, text };
}

function detail(text: string): ReportLine {
  return { isWarning: false, text };
}
