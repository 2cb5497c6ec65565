import './lib/require-node.mjs';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// npm run lighthouse: measures the built app as a phone sees it, the home page and a news post, and
// prints the four scores and the layout shift of each. `-- /path …` measures other pages.

const { cacheDir, exitWith } = await import('./lib/project.mjs');
const { installIfChanged, runNpm } = await import('./lib/install.mjs');
const { buildIfChanged } = await import('./lib/build-if-changed.mjs');
const { findOrInstallChromium } = await import('./lib/find-chromium.mjs');
const { withProgress } = await import('./lib/progress.mjs');
const { runNode } = await import('./lib/run.mjs');
const { serveForTools } = await import('./lib/serve-app.mjs');

const wanted = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const wantedShift = 0.02;
const folder = join(cacheDir, 'lighthouse');

try {
  await installIfChanged();
  await buildIfChanged();
  await installLighthouse();
  const chromium = await findOrInstallChromium();
  if (!chromium) throw new Error('Lighthouse needs a Chromium; set CHROMIUM_PATH.');
  const site = await serveForTools();
  try {
    const paths = process.argv.slice(2);
    if (paths.length === 0) paths.push('/', await findPostPath(site.url));
    let isGood = true;
    for (const path of paths) isGood = (await measure(site.url + path, path, chromium)) && isGood;
    process.exitCode = isGood ? 0 : 1;
  } finally {
    await site.stop();
  }
} catch (error) {
  exitWith(error);
}

/** Apart from our own packages: it is large, and nothing else needs it. */
async function installLighthouse() {
  if (existsSync(join(folder, 'node_modules/lighthouse/package.json'))) return;
  await mkdir(folder, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { lighthouse: '12.8.2' },
    // Later ones want a newer Node.
    overrides: { 'third-party-web': '0.27.0' },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await withProgress('Installing Lighthouse', async () => {
    const { code, output } = await runNpm([
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ]);
    if (code !== 0) throw new Error(`${output.trim()}\n\nLighthouse could not be installed.`);
  });
}

/**
 * @param {string} url
 * @param {string} label
 * @param {string} chromium
 */
async function measure(url, label, chromium) {
  const report = await readReport(url, chromium);
  const scores = Object.entries(wanted).map(([name, least]) => {
    const score = Math.round((report.categories[name]?.score ?? 0) * 100);
    return { name, score, isGood: score >= least };
  });
  const shift = report.audits['cumulative-layout-shift'].numericValue;
  const figures = scores.map(
    ({ name, score, isGood }) => `${name} ${score}${isGood ? '' : ' (!)'}`,
  );
  const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].map(
    (id) => report.audits[id].displayValue,
  );
  console.log(
    `${label}\n  ${figures.join(', ')}, layout shift ${shift.toFixed(3)}\n  first paint, largest paint, blocking: ${times.join(', ')}`,
  );
  for (const { title, displayValue } of failedAudits(report))
    console.log(`  - ${title} ${displayValue ?? ''}`);
  return scores.every(({ isGood }) => isGood) && shift < wantedShift;
}

/** @param {any} report */
function failedAudits(report) {
  const weighted = Object.values(report.categories).flatMap((/** @type {any} */ category) =>
    category.auditRefs
      .filter((/** @type {any} */ ref) => ref.weight > 0)
      .map((/** @type {any} */ ref) => ref.id),
  );
  return [...new Set(weighted)]
    .map((id) => report.audits[id])
    .filter(({ score }) => score !== null && score < 0.9);
}

/**
 * @param {string} url
 * @param {string} chromium
 */
async function readReport(url, chromium) {
  const profile = await mkdtemp(join(tmpdir(), 'wynhold-lighthouse-'));
  const file = join(profile, 'report.json');
  try {
    const cli = join(folder, 'node_modules/lighthouse/cli/index.js');
    const flags = [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      `--user-data-dir=${profile}`,
    ].join(' ');
    const { code, output } = await runNode(
      cli,
      [
        url,
        '--quiet',
        '--output=json',
        `--output-path=${file}`,
        `--chrome-flags=${flags}`,
        '--form-factor=mobile',
      ],
      { env: { ...process.env, CHROME_PATH: chromium }, limitSeconds: 300 },
    );
    if (code !== 0) throw new Error(`${output.trim()}\n\nLighthouse failed on ${url}.`);
    return JSON.parse(await readFile(file, 'utf8'));
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {string} url */
async function findPostPath(url) {
  const answer = await fetch(`${url}/api/news?limit=1`);
  const { posts } = /** @type {{ posts: { id: string }[] }} */ (await answer.json());
  return `/news/${posts[0]?.id}`;
}
