/** Alerts, runbooks and dashboard fit together: what one names, the others have. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const rules = textOf('deploy/prometheus/rules.yml');
const alerts = [...rules.matchAll(/alert: (\w+)[\s\S]*?runbook: (\S+)/g)].map(([, name = '', page = '']) => ({
  name,
  page,
}));

describe('alerts', () => {
  it('are as many as rules, and each is tested for firing and for silence', () => {
    expect(alerts).toHaveLength(rules.match(/- alert:/g)?.length ?? 0);
    const tests = textOf('deploy/prometheus/rules.test.yml');
    for (const { name } of alerts) {
      expect(tests).toContain(`alertname: ${name}`);
      expect(tests).toContain(`alertname="${name}"`);
    }
  });

  it.each(alerts)(
    '$name has a runbook that names it, says what it means, what to look at and what to do',
    ({ name, page }) => {
      const text = textOf(page);
      expect(text).toContain(name);
      for (const heading of ['## What it means', '## Look', '## Do']) expect(text).toContain(heading);
    },
  );

  it('leave no runbook without an alert', () => {
    const pages = readdirSync(join(root, 'docs/operations/runbooks')).filter((file) => file !== 'index.md');
    const named = new Set(alerts.map(({ page }) => page.replace(/^.*\//, '')));
    expect(pages.filter((file) => !named.has(file))).toEqual([]);
  });
});

describe('the dashboard', () => {
  type Panel = { id: number; title: string; type: string; targets?: { expr: string }[]; gridPos: object };
  const { panels, uid, title } = JSON.parse(textOf('deploy/grafana/octavo.json')) as {
    panels: Panel[];
    uid: string;
    title: string;
  };

  it('has a name, panels with distinct ids, and a query in each', () => {
    expect({ uid, title }).toEqual({ uid: 'octavo', title: 'Octavo' });
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const panel of panels.filter(({ type }) => type !== 'row')) {
      expect(panel.targets?.length, panel.title).toBeGreaterThan(0);
    }
  });
});
