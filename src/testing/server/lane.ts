/** Says a message to a client. */
export type Say = (message: object) => void;
