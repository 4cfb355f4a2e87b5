/** Columns with figures, newsletters, contents pages, manuals with code, right-to-left text, printed by Chromium. */
import { escapeHtml } from '../html.ts';
import type { BornDocument } from '../source.ts';
import { tableOf, web } from './business.ts';
import { arabic, contract, french, german, hebrew, minutes, recipe, science, story } from './texts.ts';

const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');

/** A drawing without text. */
const drawing = (hue: number) =>
  `<svg viewBox="0 0 100 60" width="100%"><rect width="100" height="60" fill="hsl(${hue} 40% 85%)"/><path d="M5 50 L30 20 L50 40 L70 10 L95 45" fill="none" stroke="hsl(${hue} 60% 35%)" stroke-width="2"/></svg>`;

const figure = (number: number, caption: string) =>
  `<figure>${drawing(number * 70)}<figcaption>Figure ${number}: ${escapeHtml(caption)}</figcaption></figure>`;

function columns(): BornDocument {
  const body = `<h1>Water and Moss on Northern Roofs</h1>
<h2>Background</h2>
${paragraphs(science.slice(0, 2))}
${figure(1, 'Mass of a cushion over one day.')}
<h2>Method</h2>
${paragraphs(science.slice(1, 3))}
<h2>Results</h2>
${paragraphs(science.slice(2))}
${figure(2, 'Area covered, by exposure of the roof.')}
${paragraphs(science.slice(0, 3))}
<h2>Open questions</h2>
${paragraphs(science.slice(3))}`;
  const style =
    "@page{size:A4;margin:18mm;@top-center{content:'Roof Ecology 4 (2026)';font:8pt 'Liberation Serif'}@bottom-center{content:counter(page);font:8pt 'Liberation Serif'}} body{font:10pt/1.35 'Liberation Serif';text-align:justify;hyphens:auto} main{column-count:2;column-gap:8mm} h1{column-span:all;font-size:18pt;text-align:center} h2{font-size:12pt} figure{margin:4mm 0;break-inside:avoid} figcaption{font-size:8.5pt;font-style:italic}";
  return web('columns-figures', style, body);
}

function newsletter(): BornDocument {
  const body = `<h1>Mill Lane News</h1>
<h2>From the meeting</h2>
${paragraphs(minutes)}
<h2>A story</h2>
${paragraphs(story)}
<h2>${recipe.title}</h2>
<ol>${recipe.steps.map((step, at) => `<li><span>${at + 1}.</span> ${escapeHtml(step)}</li>`).join('\n')}</ol>`;
  const style =
    "@page{size:A4;margin:14mm} body{font:9pt/1.35 'DejaVu Sans'} main{column-count:3;column-gap:6mm;column-rule:.4pt solid #999} h1{column-span:all;font-size:26pt;border-bottom:2pt solid} h2{font-size:11pt} ol{list-style:none;padding-left:3mm}";
  return web('newsletter', style, body);
}

function contents(): BornDocument {
  const chapters = ['Scope', 'Definitions', 'Requirements for materials', 'Tests', 'Marking', 'Storage'];
  const entries = chapters.map(
    (title, at) => `<li><span>${at + 1} ${title}</span> <i></i> <span>${at + 2}</span></li>`,
  );
  const texts = [...contract, ...science];
  const parts = chapters.map(
    (title, at) =>
      `<h2>${at + 1} ${title}</h2>\n${paragraphs([texts[at] ?? '', texts[at + 1] ?? ''])}\n<h3>${at + 1}.1 General</h3>\n${paragraphs([texts[at + 2] ?? ''])}`,
  );
  const body = `<h1>Guideline for Roof Gutters</h1>
<p>Contents</p>
<ul>${entries.join('\n')}</ul>
${parts.join('\n')}`;
  const style =
    "@page{size:A4;margin:22mm;@bottom-right{content:counter(page);font:9pt 'Liberation Sans'}@top-left{content:'Guideline 12-B';font:9pt 'Liberation Sans'}} body{font:10.5pt/1.4 'Liberation Sans'} h1{font-size:22pt} h2{font-size:14pt;break-before:page} h3{font-size:11.5pt} ul{list-style:none;padding:0} li{display:flex;align-items:baseline} li i{flex:1;border-bottom:1pt dotted;margin:0 2mm}";
  return web('contents', style, body);
}

const commands = [
  'octavo convert report.pdf --format markdown,json\noctavo jobs list --limit 5',
  'const job = await client.jobs.create({\n  file,\n  options: { format: ["html"] },\n});\nconsole.log(job.id);',
  'SELECT day, sum(pages) AS pages\n  FROM usage_days\n WHERE account = $1\n GROUP BY day;',
];

function manual(): BornDocument {
  const rows = [
    ['Option', 'Default', 'Meaning'],
    ['pages', 'all', 'Which pages are converted, such as 1-3,7.'],
    ['image_output', 'off', 'Whether images are written to files, embedded, or left out.'],
    ['keep_line_breaks', 'false', 'Lines end where they end in print.'],
    ['include_header_footer', 'false', 'Headers, footers and page numbers are part of the text.'],
  ];
  const body = `<h1>Working with the command line</h1>
<p>The command line uses the same API as the dashboard. Every command prints JSON if its output is not a terminal, and exits with a code that says whether it was successful.</p>
<h2>Convert a file</h2>
<pre>${escapeHtml(commands[0] ?? '')}</pre>
<p>Files of up to 100 MB are accepted. The command waits until the job is done and writes the outputs next to the file, without overwriting anything.</p>
<ul><li>A file name that exists gets a number.</li><li>With --stdout the first output is printed instead.</li><li>Interrupting the command does not cancel the job.</li></ul>
<h2>From a program</h2>
<pre>${escapeHtml(commands[1] ?? '')}</pre>
<p>Requests that fail because of the network are repeated with the same idempotency key.</p>
<h3>Usage by day</h3>
<pre>${escapeHtml(commands[2] ?? '')}</pre>
<h2>Options</h2>
${tableOf(rows)}
<p>Options that are not named have their defaults. An unknown option is an error: nothing is converted.</p>`;
  const style =
    "@page{size:letter;margin:20mm} body{font:10pt/1.45 'Liberation Sans'} pre{font:9pt/1.3 'Liberation Mono';background:#f2f2f2;padding:3mm} table{border-collapse:collapse} td,th{border-bottom:.5pt solid #999;text-align:left;padding:3pt 8pt;vertical-align:top} h1{font-size:20pt} h2{font-size:14pt} h3{font-size:11pt}";
  return web('manual-code', style, body);
}

/** Merged cells in both directions. */
function timetable(): BornDocument {
  const body = `<h1>Timetable, Spring Term</h1>
<p>Rooms may change in the first week.</p>
<table><tr><th>Day</th><th>Morning</th><th>Noon</th><th>Afternoon</th></tr>
<tr><td rowspan="2">Monday</td><td>Algebra, room 12</td><td>Choir</td><td rowspan="2">Laboratory in two groups</td></tr>
<tr><td>History</td><td>Library</td></tr>
<tr><td>Tuesday</td><td colspan="2">Excursion to the harbour</td><td>Drawing</td></tr>
<tr><td rowspan="2">Wednesday</td><td>French</td><td>Sports</td><td>Biology</td></tr>
<tr><td>German</td><td colspan="2">Project work</td></tr></table>
<p>${escapeHtml(german[0] ?? '')}</p>`;
  const style =
    "@page{size:A4 landscape;margin:20mm} body{font:11pt/1.4 'Liberation Serif'} table{border-collapse:collapse;width:100%} td,th{border:.6pt solid #333;padding:5pt;vertical-align:top;text-align:left}";
  return web('timetable-spans', style, body);
}

function notices(): BornDocument {
  const body = `<h1>Aushang / Avis</h1>
<h2>Straßenbahn</h2>
${paragraphs(german)}
<h2>Musée</h2>
${paragraphs(french)}
<blockquote>${paragraphs(french.slice(1))}</blockquote>`;
  return web(
    'notices-languages',
    "@page{size:A5;margin:14mm} body{font:10.5pt/1.4 'DejaVu Serif'} h1{font-size:16pt}",
    body,
  );
}

const rtl = 'dir="rtl"';
const rtlStyle =
  "@page{size:A4;margin:22mm} body{font:12pt/1.7 'DejaVu Sans'} h1{font-size:20pt} h2{font-size:15pt} table{border-collapse:collapse} td,th{border:.6pt solid #333;padding:4pt 12pt}";

function arabicReport(): BornDocument {
  const { title, sections, paragraphs: texts, rows } = arabic;
  const parts = sections.map((name, at) => `<h2>${name}</h2>\n<p>${texts[at]}</p>`);
  const body = `<h1>${title}</h1>\n${parts.join('\n')}\n${tableOf(rows)}`;
  return web('rtl-arabic', rtlStyle, body, `lang="ar" ${rtl}`);
}

function hebrewNotice(): BornDocument {
  const body = `<h1>${hebrew.title}</h1>\n${paragraphs(hebrew.paragraphs)}`;
  return web('rtl-hebrew', rtlStyle, body, `lang="he" ${rtl}`);
}

export const readingDocuments = (): readonly BornDocument[] => [
  columns(),
  newsletter(),
  contents(),
  manual(),
  timetable(),
  notices(),
  arabicReport(),
  hebrewNotice(),
];
