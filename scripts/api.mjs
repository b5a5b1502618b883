// Compares the surface of every door with its report in api/. With --update the reports are written anew.
import { spawnSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const root = dirname(import.meta.dirname);
const accepted = join(root, 'api');
const current = join(root, '.cache', 'api');
const update = process.argv.includes('--update');
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

await mkdir(accepted, { recursive: true });
const doors = Object.entries(manifest.exports)
  .filter(([, { types }]) => types !== undefined)
  .map(([door, { types }]) => extract(door, join(root, types)));
const texts = await Promise.all(doors.map(({ report }) => readFile(join(current, report), 'utf8')));
// A type that a signature names must leave the package by some door, not by each.
const exported = new Set(texts.flatMap((text) => exportedNames(text)));
const faults = doors.flatMap((door, n) => faultsOf(door, texts[n]));
for (const fault of faults) console.error(`api: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

function extract(door, entry) {
  const report = `${door === '.' ? 'root' : door.slice('./'.length).replaceAll('/', '-')}.api.md`;
  const forgotten = [];
  const { errorCount, apiReportChanged } = Extractor.invoke(configFor(entry, report), {
    localBuild: update,
    messageCallback: (message) => {
      // Its news about itself, and a changed report, which is told here with the difference.
      if (message.category === 'console') message.logLevel = ExtractorLogLevel.None;
      if (message.messageId !== 'ae-forgotten-export') return;
      message.logLevel = ExtractorLogLevel.None;
      forgotten.push(/"([^"]+)"/u.exec(message.text)[1]);
    },
  });
  return { report, forgotten, errorCount, apiReportChanged };
}

function faultsOf({ report, forgotten, errorCount, apiReportChanged }, text) {
  const found = [
    ...undocumented(text).map((line) => `${report}: no TSDoc on: ${line}`),
    ...forgotten
      .filter((name) => !exported.has(name))
      .map((name) => `${report}: ${name} stands in a signature and is exported by no door`),
  ];
  if (errorCount > 0) found.push(`${report}: ${errorCount} errors, see above`);
  if (apiReportChanged && !update) {
    const files = [join(accepted, report), join(current, report)];
    spawnSync('git', ['--no-pager', 'diff', '--no-index', ...files], { stdio: 'inherit' });
    found.push(`${report} has changed: read the difference, then accept it with api:update`);
  }
  return found;
}

function exportedNames(report) {
  const declared =
    /^export (?:declare )?(?:abstract )?(?:class|const|function|interface|type) (\w+)/gmu;
  return [...report.matchAll(declared)].map(([, name]) => name);
}

/** Exported symbols without a sentence. A member whose name says all may go without one. */
function undocumented(report) {
  return [...report.matchAll(/^\/\/ .*\(undocumented\)\n(.*)$/gmu)].map(([, line]) => line);
}

function configFor(entry, report) {
  const asError = { logLevel: ExtractorLogLevel.Error, addToApiReportFile: false };
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
    configObject: {
      projectFolder: root,
      newlineKind: 'lf',
      mainEntryPointFilePath: entry,
      apiReport: {
        enabled: true,
        reportFolder: accepted,
        reportTempFolder: current,
        reportFileName: report,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'ES2023',
            lib: ['ES2023', 'ESNext.Disposable', 'DOM'],
            module: 'NodeNext',
            moduleResolution: 'NodeNext',
            types: [],
            strict: true,
            skipLibCheck: true,
          },
          files: [entry],
        },
      },
      messages: {
        compilerMessageReporting: { default: asError },
        extractorMessageReporting: {
          default: asError,
          'ae-undocumented': { logLevel: ExtractorLogLevel.None, addToApiReportFile: false },
        },
        tsdocMessageReporting: { default: asError },
      },
    },
  });
}
