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
const faults = [];
for (const [door, { types }] of Object.entries(manifest.exports)) {
  if (types === undefined) continue;
  const report = `${door === '.' ? 'root' : door.slice('./'.length).replaceAll('/', '-')}.api.md`;
  faults.push(...(await faultsOf(join(root, types), report)));
}
for (const fault of faults) console.error(`api: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function faultsOf(entry, report) {
  const { errorCount, apiReportChanged } = Extractor.invoke(configFor(entry, report), {
    localBuild: update,
    messageCallback: (message) => {
      // Its news about itself, and a changed report, which is told here with the difference.
      if (message.category === 'console') message.logLevel = ExtractorLogLevel.None;
    },
  });
  const text = await readFile(join(current, report), 'utf8');
  const found = undocumented(text).map((line) => `${report}: no TSDoc on: ${line}`);
  if (errorCount > 0) found.push(`${report}: ${errorCount} errors, see above`);
  if (apiReportChanged && !update) {
    const files = [join(accepted, report), join(current, report)];
    spawnSync('git', ['--no-pager', 'diff', '--no-index', ...files], { stdio: 'inherit' });
    found.push(`${report} has changed: read the difference, then accept it with api:update`);
  }
  return found;
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
