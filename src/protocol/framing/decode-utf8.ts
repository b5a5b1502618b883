/** Decodes UTF-8. What is no UTF-8 becomes U+FFFD, and a byte-order mark stays. @public */
export type DecodeUtf8 = (bytes: Uint8Array) => string;
