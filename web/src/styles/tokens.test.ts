/** Every pair of text and background colours has the contrast that WCAG requires. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Tokens = Readonly<Record<string, string>>;

function readTokens(theme: 'light' | 'dark'): Tokens {
  const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
  const block = css.split(`[data-theme="${theme}"] {`)[1]?.split('}')[0] ?? '';
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1], m[2]]));
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['canvas', 'surface', 'sunken'];
const elementTokens = Object.keys(readTokens('light')).filter((name) => name.startsWith('element-'));
const textPairs: readonly (readonly [string, string])[] = [
  ...grounds.flatMap((ground) => [
    ['ink', ground] as const,
    ['ink-muted', ground] as const,
    ['accent', ground] as const,
    ['danger', ground] as const,
    ['success', ground] as const,
    ['warning', ground] as const,
    ['info', ground] as const,
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['ink', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['success', 'success-soft'],
  ['danger', 'danger-soft'],
  ['warning', 'warning-soft'],
  ['info', 'info-soft'],
  ...elementTokens.map((name) => [name, 'surface'] as const),
];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const tokens = readTokens(theme);

  it.each(textPairs)('%s on %s has a contrast of at least 4.5 : 1', (text, ground) => {
    expect(contrast(tokens[text] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  it.each(grounds)('borders of controls on %s have a contrast of at least 3 : 1', (ground) => {
    expect(contrast(tokens['line-strong'] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(3);
  });
});
