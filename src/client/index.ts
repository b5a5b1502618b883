/**
 * The face of the library: connect to a server, and use it.
 *
 * @packageDocumentation
 */
export type { Change } from './changes.ts';
export { Client } from './client.ts';
export { connect } from './connect.ts';
export type { CallToolOptions, ConnectOptions, RequestOptions } from './options.ts';
export type { ListPage } from './pages.ts';
export type { Report } from './report.ts';
export type { ServerDescription } from './server-description.ts';
export { Watch } from './watch.ts';
export type { WatchFilter } from './watch.ts';
