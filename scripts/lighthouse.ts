import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildIfChanged } from '#tooling/build-if-changed.mjs';
import { findOrInstallChromium } from '#tooling/find-chromium.ts';
import { installTool } from '#tooling/install.mjs';
import { exitWith } from '#tooling/project.mjs';
import { run } from '#tooling/run.mjs';
import { serveDemo } from '#tooling/serve-app.ts';

// npm run lighthouse: measures public pages of the built app on a simulated phone, and prints the four
// scores and the layout shift of each. `-- /path …` measures other pages.

type Audit = { score: number | null; title: string; displayValue?: string; numericValue?: number };
type Category = { score: number | null; auditRefs: { id: string; weight: number }[] };
type Report = { categories: Record<string, Category>; audits: Record<string, Audit> };

const wanted = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const wantedShift = 0.01;
const pages = ['/', '/events', '/hiscores', '/polls', '/play', '/login'];

try {
  await buildIfChanged();
  const lighthouse = join(await installTool('lighthouse'), 'node_modules/lighthouse/cli/index.js');
  const chromium = await findOrInstallChromium();
  const { url, newestPost, stop } = await serveDemo();
  try {
    const paths = process.argv.length > 2 ? process.argv.slice(2) : [...pages, newestPost];
    let isGood = true;
    for (const path of paths) {
      const report = await readReport(url + path, lighthouse, chromium);
      isGood = printReport(path, report) && isGood;
    }
    process.exitCode = isGood ? 0 : 1;
  } finally {
    await stop();
  }
} catch (error) {
  exitWith(error);
}

function printReport(label: string, report: Report): boolean {
  const scores = Object.entries(wanted).map(([name, least]) => {
    const score = Math.round((report.categories[name]?.score ?? 0) * 100);
    return { name, score, isGood: score >= least };
  });
  const shift = report.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN;
  const figures = scores.map(
    ({ name, score, isGood }) => `${name} ${score}${isGood ? '' : ' (!)'}`,
  );
  const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].map(
    (id) => report.audits[id]?.displayValue,
  );
  console.log(
    `${label}\n  ${figures.join(', ')}, layout shift ${shift.toFixed(3)}\n  first paint, largest paint, blocking: ${times.join(', ')}`,
  );
  for (const { title, displayValue } of listFailedAudits(report))
    console.log(`  - ${title} ${displayValue ?? ''}`);
  return scores.every(({ isGood }) => isGood) && shift <= wantedShift;
}

function listFailedAudits(report: Report): Audit[] {
  const weighted = Object.values(report.categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  return [...new Set(weighted)]
    .flatMap((id) => report.audits[id] ?? [])
    .filter(({ score }) => score !== null && score < 0.9);
}

async function readReport(url: string, lighthouse: string, chromium: string): Promise<Report> {
  const profile = await mkdtemp(join(tmpdir(), 'wynhold-lighthouse-'));
  const file = join(profile, 'report.json');
  const flags = `--headless=new --no-sandbox --disable-gpu --user-data-dir=${profile}`;
  const output = ['--output=json', `--output-path=${file}`, '--quiet', '--form-factor=mobile'];
  try {
    const finished = await run(
      process.execPath,
      [lighthouse, url, ...output, `--chrome-flags=${flags}`],
      { env: { ...process.env, CHROME_PATH: chromium }, limitSeconds: 300 },
    );
    if (finished.code !== 0) throw new Error(`${finished.output}\n\nLighthouse failed on ${url}.`);
    return JSON.parse(await readFile(file, 'utf8'));
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
