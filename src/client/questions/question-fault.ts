/** Codes of JSON-RPC 2.0, section 5.1, and that of a person's refusal (client/sampling, Error Handling). */
export const questionCodes: {
  readonly invalidRequest: -32600;
  readonly unknown: -32601;
  readonly invalidParams: -32602;
  readonly failed: -32603;
  readonly refused: -1;
} = {
  invalidRequest: -32600,
  unknown: -32601,
  invalidParams: -32602,
  failed: -32603,
  refused: -1,
};

/**
 * Why a question of the server has no answer. The message may go to the server; what it was caused by
 * may not.
 */
export class QuestionFault extends Error {
  override readonly name = 'QuestionFault';
  readonly code: number;

  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
