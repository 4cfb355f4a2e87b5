/** Invoices, receipts, statements, letters, forms: pages of offices and shops, printed by Chromium. */
import { escapeHtml, pageHtml, truthHtml } from '../html.ts';
import { Random } from '../random.ts';
import type { BornDocument } from '../source.ts';
import { contract, minutes } from './texts.ts';

export function web(id: string, style: string, body: string, attributes?: string): BornDocument {
  const html = pageHtml(id, style, body, attributes);
  return { id, truth: truthHtml(body), setting: { program: 'chromium', html } };
}

const cellsOf = (tag: 'td' | 'th', cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;

/** The first row is the head, which is printed again on every page. */
export const tableOf = (rows: readonly (readonly string[])[], attributes = '') => {
  const [head = [], ...body] = rows;
  return `<table${attributes}><thead>${cellsOf('th', head)}</thead>\n<tbody>${body.map((row) => cellsOf('td', row)).join('\n')}</tbody></table>`;
};

const money = (cents: number) => (cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');

const goods = [
  'Hinge, brass, 60 mm',
  'Paint brush, flat, size 8',
  'Linseed oil, boiled, 1 litre',
  'Delivery to the ground floor',
  'Pine board, planed, 2.4 m, including cutting to length',
  'Screws, countersunk, box of 200',
  'Sandpaper, grain 120',
  'Primer, white',
];

function invoice(id: string, count: number, style: string): BornDocument {
  const random = new Random(count);
  const lines = Array.from({ length: count }, (_, at) => {
    const [quantity, price] = [1 + random.below(12), 150 + random.below(9000)];
    return { name: goods[at % goods.length] ?? '', quantity, price, total: quantity * price };
  });
  const net = lines.reduce((sum, { total }) => sum + total, 0);
  const tax = Math.round(net * 0.2);
  const rows = lines.map(({ name, quantity, price, total }, at) =>
    cellsOf('td', [String(at + 1), name, String(quantity), money(price), money(total)]),
  );
  const sums = [
    ['Net amount', net],
    ['VAT 20 %', tax],
    ['Total due', net + tax],
  ] as const;
  const feet = sums.map(([what, cents]) => `<tr><td colspan="4">${what}</td><td>${money(cents)}</td></tr>`);
  const head = cellsOf('th', ['Item', 'Description', 'Quantity', 'Unit price', 'Amount']);
  const body = `<h1>Invoice 2026-0${count}41</h1>
<div class="parties"><div><p>Harbour Supplies Ltd<br>14 Quay Street<br>Port Alder</p></div><div><p>Bill to: Workshop Nordlys<br>7 Mill Lane<br>Eastfield</p></div></div>
<p>Date: 3 March 2026. Payment is due within 30 days.</p>
<table><thead>${head}</thead><tbody>${rows.join('\n')}
${feet.join('\n')}</tbody></table>
<p>Please quote the number of the invoice with your payment. Goods remain our property until they are paid for in full.</p>`;
  const common =
    "@page{size:A4;margin:22mm 20mm} body{font:10pt/1.4 'Liberation Sans'} h1{font-size:18pt} .parties{display:flex;justify-content:space-between;margin-bottom:8mm} table{width:100%;border-collapse:collapse} th{text-align:left} td:nth-last-child(-n+3),th:nth-last-child(-n+3){text-align:right} td[colspan]{text-align:right} td,th{padding:4pt} ";
  return web(id, common + style, body);
}

function receipt(): BornDocument {
  const random = new Random(80);
  const rows = goods.slice(0, 6).map((name) => [name.split(',')[0] ?? '', money(99 + random.below(2500))]);
  const body = `<h1>CORNER SHOP</h1>
<p>12 Station Road<br>Tel. 0555 0142</p>
<p>Receipt 88213 Till 2 14.02.2026 17:32</p>
${tableOf([['Article', 'EUR'], ...rows])}
<p>Thank you for your visit!</p>`;
  const style =
    "@page{size:80mm 140mm;margin:5mm} body{font:9pt/1.3 'Liberation Mono'} h1{font-size:13pt;text-align:center} p{text-align:center} table{width:100%} th{text-align:left} td:last-child,th:last-child{text-align:right}";
  return web('receipt', style, body);
}

const purposes = [
  'Card payment, book shop in the arcade, reference 77120',
  'Standing order, rent of the workshop for the month',
  'Transfer from savings',
  'Direct debit, electricity',
  'Card payment, railway, return ticket and seat reservation, reference 10442',
  'Salary',
];

/** Over pages, without rules, with cells of several lines. */
function statement(): BornDocument {
  const random = new Random(31);
  let balance = 241_377;
  const rows = Array.from({ length: 48 }, (_, at) => {
    const amount = random.below(40_000) - 20_000;
    balance += amount;
    const day = `${String(1 + Math.floor(at / 2)).padStart(2, '0')}.05.2026`;
    const [out, back] = amount < 0 ? [money(-amount), ''] : ['', money(amount)];
    return [day, purposes[at % purposes.length] ?? '', out, back, money(balance)];
  });
  const body = `<h1>Statement of Account</h1>
<p>Account 4410 2299, 1 to 31 May 2026. Amounts in euros.</p>
${tableOf([['Date', 'Details', 'Debit', 'Credit', 'Balance'], ...rows])}
<p>Please check the entries and tell us of errors within six weeks.</p>`;
  const style =
    "@page{size:A4;margin:20mm;@bottom-right{content:'Page ' counter(page) ' of ' counter(pages);font:8pt 'Liberation Sans'}@top-left{content:'Savings Bank of the Coast';font:8pt 'Liberation Sans'}} body{font:9.5pt/1.35 'Liberation Sans'} table{width:100%;border-collapse:collapse} th{text-align:left;border-bottom:1pt solid} td,th{padding:3pt 6pt;vertical-align:top} td:nth-child(2){width:70mm} td:nth-child(n+3),th:nth-child(n+3){text-align:right} tr{break-inside:avoid}";
  return web('statement-pages', style, body);
}

function letter(): BornDocument {
  const body = `<p>Residents’ Association of Mill Lane<br>c/o 9 Mill Lane, Eastfield</p>
<p>20 January 2026</p>
<p>Subject: results of the winter meeting</p>
<p>Dear neighbours,</p>
${minutes.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
<p>Yours sincerely,</p>
<p>H. Abara, secretary</p>`;
  return web(
    'letter',
    "@page{size:A4;margin:28mm 25mm} body{font:11pt/1.5 'Liberation Serif'} p{margin:0 0 5mm}",
    body,
  );
}

/** Labels with lines to write on: not a table. */
function form(): BornDocument {
  const lines = (labels: readonly string[]) =>
    labels.map((label) => `<p class="line">${escapeHtml(label)}</p>`).join('\n');
  const boxes = (labels: readonly string[]) =>
    `<p>${labels.map((label) => `☐ ${label}`).join(' &nbsp; &nbsp; ')}</p>`;
  const body = `<h1>Application for Membership</h1>
<p>Please fill in this form in capital letters and hand it in at the office.</p>
<h2>Personal details</h2>
${lines(['Family name', 'First names', 'Date of birth', 'Street and number', 'Postcode and town', 'Telephone', 'E-mail'])}
<h2>Membership</h2>
${boxes(['Full', 'Reduced', 'Family', 'Supporting'])}
<p>I have read the rules of the association and accept them.</p>
${lines(['Place and date', 'Signature'])}
<h2>For office use</h2>
${lines(['Received on', 'Number'])}`;
  const style =
    "@page{size:A4;margin:20mm} body{font:10.5pt/1.4 'Liberation Sans'} .line{border-bottom:.5pt solid #444;width:150mm;margin:5mm 0} h2{font-size:12pt;background:#ddd;padding:2pt}";
  return web('form', style, body);
}

/** Numbered clauses in a hanging indent: not a table, although numbers stand in a column. */
function agreement(): BornDocument {
  const titles = ['Delivery', 'Inspection', 'Force majeure', 'Term', 'Notices', 'Final provisions'];
  const clauses = titles.map((title, at) => {
    const parts = [contract[at % 4], contract[(at + 1) % 4]].map(
      (text, part) => `<p class="clause">${at + 1}.${part + 1} ${escapeHtml(text ?? '')}</p>`,
    );
    return `<h2>${at + 1}. ${title}</h2>\n${parts.join('\n')}`;
  });
  const body = `<h1>Framework Agreement</h1>\n${clauses.join('\n')}`;
  const style =
    "@page{size:A4;margin:25mm;@bottom-center{content:counter(page);font:9pt 'Liberation Serif'}} body{font:11pt/1.4 'Liberation Serif';text-align:justify} .clause{padding-left:14mm;text-indent:-14mm} h2{font-size:12pt}";
  return web('agreement', style, body);
}

export const businessDocuments = (): readonly BornDocument[] => [
  invoice('invoice-bare', 6, 'th{border-bottom:1pt solid}'),
  invoice('invoice-shaded', 9, 'th{background:#234;color:#fff} tbody tr:nth-child(odd){background:#eef}'),
  receipt(),
  statement(),
  letter(),
  form(),
  agreement(),
];
