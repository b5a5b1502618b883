/**
 * How the figures of each measure are shown. The first column is the one by which clients are compared.
 *
 * @typedef {{ figure: string, title: string, isRate?: boolean }} Column
 * @type {Readonly<Record<string, readonly Column[]>>}
 */
export const columns = {
  calls: [
    { figure: 'p50Us', title: 'p50 µs' },
    { figure: 'p99Us', title: 'p99 µs' },
    { figure: 'callsPerSecond', title: 'calls/s', isRate: true },
    { figure: 'cpuUsPerCall', title: 'CPU µs/call' },
    { figure: 'peakMb', title: 'peak MB' },
    { figure: 'sockets', title: 'sockets' },
  ],
  'large-result': [
    { figure: 'wallMs', title: 'ms' },
    { figure: 'mbPerSecond', title: 'MB/s', isRate: true },
    { figure: 'cpuMs', title: 'CPU ms' },
    { figure: 'peakOverMb', title: 'peak MB' },
    { figure: 'peakOverSize', title: 'peak × size' },
  ],
  import: [
    { figure: 'importMs', title: 'ms' },
    { figure: 'rssMb', title: 'MB' },
  ],
  'cold-start': [
    { figure: 'processMs', title: 'process ms' },
    { figure: 'importMs', title: 'import ms' },
    { figure: 'connectMs', title: 'connect ms' },
    { figure: 'listMs', title: 'list ms' },
    { figure: 'rssMb', title: 'RSS MB' },
  ],
  command: [
    { figure: 'aboveServerMs', title: 'above the server ms' },
    { figure: 'commandMs', title: 'command ms' },
    { figure: 'serverMs', title: 'server ms' },
  ],
  list: [
    { figure: 'firstMs', title: 'first ms' },
    { figure: 'bestMs', title: 'best ms' },
    { figure: 'cpuMs', title: 'CPU ms' },
    { figure: 'firstCallMs', title: 'call after it ms' },
    { figure: 'peakOverMb', title: 'peak MB' },
  ],
  notifications: [
    { figure: 'cpuUsEach', title: 'CPU µs each' },
    { figure: 'perSecond', title: 'per second', isRate: true },
    { figure: 'lost', title: 'lost' },
    { figure: 'peakOverMb', title: 'peak MB' },
  ],
  connections: [
    { figure: 'connectMs', title: 'connect all ms' },
    { figure: 'callAllMs', title: 'call all ms' },
    { figure: 'cpuMs', title: 'CPU ms' },
    { figure: 'heapKbEach', title: 'heap KB each' },
    { figure: 'rssKbEach', title: 'RSS KB each' },
    { figure: 'sockets', title: 'sockets' },
    { figure: 'processesEach', title: 'processes each' },
    { figure: 'closeMs', title: 'close all ms' },
  ],
  'event-stream': [
    { figure: 'cpuMs', title: 'CPU ms' },
    { figure: 'wallMs', title: 'ms' },
    { figure: 'got', title: 'events' },
    { figure: 'peakOverMb', title: 'peak MB' },
  ],
  heap: [
    { figure: 'cpuUsPerCall', title: 'CPU µs/call' },
    { figure: 'keptBytesPerCall', title: 'B kept/call' },
    { figure: 'firstKb', title: 'heap KB, 1st part' },
    { figure: 'lastKb', title: 'heap KB, last' },
    { figure: 'rssMb', title: 'RSS MB' },
  ],
};

/** What the clients of a case are compared by: under many calls it is the rate. */
export function mainColumn({ measure, params }) {
  const [first, , third] = columns[measure];
  return measure === 'calls' && params.inFlight > 1 ? third : first;
}
