/** What each floor over HTTP sends with a message. */
export const requestHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};

/** The media type by which the server of the bench marks a stream of events. */
export const EVENTS = 'text/event-stream';
