/** The illustration of the sign-in page: a page with boxes around its elements. */

const lines = [
  { y: 96, width: 196 },
  { y: 108, width: 204 },
  { y: 120, width: 150 },
  { y: 268, width: 92 },
  { y: 280, width: 88 },
  { y: 292, width: 70 },
];

const boxes = [
  { x: 24, y: 26, width: 176, height: 40, className: 'stroke-el-heading fill-el-heading/10' },
  { x: 24, y: 84, width: 224, height: 52, className: 'stroke-el-paragraph fill-el-paragraph/10' },
  { x: 24, y: 152, width: 224, height: 92, className: 'stroke-el-table fill-el-table/10' },
  { x: 24, y: 258, width: 108, height: 50, className: 'stroke-el-list fill-el-list/10' },
  { x: 148, y: 258, width: 100, height: 50, className: 'stroke-el-figure fill-el-figure/10' },
];

export function PageIllustration() {
  return (
    <svg aria-hidden="true" viewBox="0 0 272 336" className="w-full max-w-64 drop-shadow-lg">
      <rect x="1" y="1" width="270" height="334" rx="10" className="fill-surface stroke-line" />
      <rect x="34" y="38" width="150" height="14" rx="3" className="fill-ink/70" />
      {lines.map(({ y, width }) => (
        <rect key={y} x="34" y={y} width={width} height="5" rx="2.5" className="fill-ink/25" />
      ))}
      {[168, 192, 216].map((y) => (
        <path key={y} d={`M34 ${y}h204M34 ${y + 24}h204`} className="stroke-ink/25" />
      ))}
      <path d="M102 168v72M170 168v72" className="stroke-ink/25" />
      <path d="M156 300l26-26 18 16 12-10 28 20z" className="fill-ink/25" />
      {boxes.map((box) => (
        <rect key={`${box.x}-${box.y}`} {...box} rx="4" strokeWidth="1.5" />
      ))}
    </svg>
  );
}
