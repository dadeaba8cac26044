import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CATEGORIES, type Lab, openLab, type Report } from './lighthouse/lab.js';
import { type References, serveReferences, staticPage } from './lighthouse/references.js';
import { type Bench, inScratchFolder, median } from './scratch.js';
import { startFootnote, viewsComplete } from './server-process.js';

const DEMO = fileURLToPath(import.meta.resolve('@footnote/backend/demo/main.js'));
const COMMUNITY = ['--people', '40', '--posts', '60'];
const ROUNDS = 5;

/** What is measured, and what its reports said. */
interface Subject {
  readonly name: string;
  readonly url: string;
  readonly isOfAge: boolean;
  /** Whether it is a page of the site, and not one to compare it with. */
  readonly isPage: boolean;
  readonly reports: Report[];
  readonly firstTexts: number[];
}

/**
 * Lighthouse for phones, medians of five: home, board and post of the demo community, with the age gate shown and with it
 * confirmed, beside what the browser made of each page without its scripts, and a static page with the same pictures.
 * Rounds alternate. Pages of the site also tell when slow 3G shows their first text.
 */
export const benchLighthouse: Bench = (print) =>
  inScratchFolder(async (folder) => {
    const dataDir = path.join(folder, 'data');
    await promisify(execFile)(process.execPath, [DEMO, ...COMMUNITY], {
      env: { DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    });
    const site = await startFootnote(dataDir);
    const references = await serveReferences(site.url);
    const lab = await openLab();
    try {
      await viewsComplete(site);
      const subjects = await subjectsOf(site.url, lab, references);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const subject of subjects) await measure(subject, lab);
      }
      print(HEADING);
      subjects.map(lineOf).forEach(print);
      return Object.fromEntries(subjects.map((subject) => [subject.name, figuresOf(subject)]));
    } finally {
      await lab.close();
      await references.close();
      await site.stop();
    }
  });

async function subjectsOf(site: string, lab: Lab, references: References): Promise<Subject[]> {
  const [best] = (await (await fetch(`${site}/api/posts?sort=top&limit=1`)).json()) as { id: string }[];
  const pages = { home: '/', board: '/leaderboard', post: `/post/${best?.id}` };
  const subjects: Subject[] = [];
  const add = (name: string, url: string, isOfAge: boolean, isPage: boolean) =>
    subjects.push({ name, url, isOfAge, isPage, reports: [], firstTexts: [] });
  for (const [page, address] of Object.entries(pages)) {
    const url = `${site}${address}`;
    for (const [gate, isOfAge] of [
      ['gate', false],
      ['confirmed', true],
    ] as const) {
      const snapshot = await lab.snapshot(url, isOfAge);
      add(`${page}, ${gate}`, url, isOfAge, true);
      add(`${page}, ${gate}, no scripts`, references.add(snapshot.html), isOfAge, false);
      if (isOfAge) add(`${page}, static`, references.add(staticPage(snapshot)), isOfAge, false);
    }
  }
  return subjects;
}

async function measure({ url, isOfAge, isPage, reports, firstTexts }: Subject, lab: Lab): Promise<void> {
  reports.push(await lab.report(url, isOfAge));
  if (isPage) firstTexts.push(await lab.firstTextMs(url, isOfAge));
}

function figuresOf({ reports, firstTexts, isPage }: Subject) {
  const medianOf = (figure: (report: Report) => number) => median(reports.map(figure));
  const [performance = 0, ...others] = CATEGORIES.map((category) =>
    medianOf(({ scores }) => scores[category]),
  );
  return {
    performance,
    others,
    lcpMs: medianOf(({ lcpMs }) => lcpMs),
    blockingMs: medianOf(({ blockingMs }) => blockingMs),
    shift: medianOf(({ shift }) => shift),
    firstTextMs: isPage ? median(firstTexts) : null,
    failed: isPage ? [...new Set(reports.flatMap(({ failed }) => failed))] : [],
  };
}

const HEADING = `${''.padEnd(29)}performance, accessibility, best practices, SEO     LCP  blocking    CLS  first text on slow 3G`;

function lineOf(subject: Subject): string {
  const { performance, others, lcpMs, blockingMs, shift, firstTextMs, failed } = figuresOf(subject);
  return [
    subject.name.padEnd(28),
    ...[performance, ...others].map((score) => String(score).padStart(12)),
    inSeconds(lcpMs).padStart(8),
    `${Math.round(blockingMs)} ms`.padStart(9),
    shift.toFixed(3).padStart(7),
    (firstTextMs === null ? '' : inSeconds(firstTextMs)).padStart(9),
    failed.length === 0 ? '' : ` (${failed.join(', ')})`,
  ].join(' ');
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
