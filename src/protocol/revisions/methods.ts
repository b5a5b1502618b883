/**
 * A request that a client sends in some revision. The strings name definitions.
 *
 * @public
 */
export interface SentRequest {
  readonly params: string;
  readonly result: string;
  /** The result is a page of a list: the member that holds its entries, and what each of them is. */
  readonly list?: { readonly key: string; readonly entry: string };
  /** What the server may answer instead: that it needs input first. */
  readonly inputRequired?: string;
  /** What the server answers to a request that asked to be run as a task. */
  readonly task?: string;
}

/**
 * A request that a client must answer in some revision. The strings name definitions.
 *
 * @public
 */
export interface ReceivedRequest {
  readonly params: string;
  readonly result: string;
  /** What the client answers to a request that asked to be run as a task. */
  readonly task?: string;
}

/**
 * Who says what in a revision, by method. Of a notification, and of an error by its code, the string
 * names the definition of what it carries.
 *
 * @public
 */
export interface Methods {
  readonly sentRequests: Readonly<Record<string, SentRequest>>;
  readonly sentNotifications: Readonly<Record<string, string>>;
  readonly receivedRequests: Readonly<Record<string, ReceivedRequest>>;
  readonly receivedNotifications: Readonly<Record<string, string>>;
  readonly receivedErrors: Readonly<Record<number, string>>;
}

/** What changed in the methods from one revision to the next; `undefined` is: gone. */
export type MethodChanges = {
  readonly [Table in keyof Methods]?: {
    readonly [method: string]: Methods[Table][keyof Methods[Table]] | undefined;
  };
};

/** The methods of a revision, told as what changed from the one before. */
export function reviseMethods(before: Methods, changes: MethodChanges): Methods {
  return {
    sentRequests: amend(before.sentRequests, changes.sentRequests),
    sentNotifications: amend(before.sentNotifications, changes.sentNotifications),
    receivedRequests: amend(before.receivedRequests, changes.receivedRequests),
    receivedNotifications: amend(before.receivedNotifications, changes.receivedNotifications),
    receivedErrors: amend(before.receivedErrors, changes.receivedErrors),
  };
}

function amend<Row>(
  before: Readonly<Record<string, Row>>,
  changes: Readonly<Record<string, Row | undefined>> = {},
): Readonly<Record<string, Row>> {
  const rows: Record<string, Row> = { ...before };
  for (const [method, row] of Object.entries(changes)) {
    if (row === undefined) delete rows[method];
    else rows[method] = row;
  }
  return rows;
}
