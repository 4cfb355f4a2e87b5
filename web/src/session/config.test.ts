/** The configuration is read from the API's response or from a static file. */
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const page = 'https://octavo.example.com/app/';

describe('config.json', () => {
  it('uses the origin of the page as API URL unless another is given', () => {
    const least = { issuer: 'https://id.example.com', client_id: 'web' };
    expect(readConfig(least, page)).toEqual({
      issuer: 'https://id.example.com',
      clientId: 'web',
      scope: 'openid email offline_access',
      signInParameters: {},
      apiUrl: 'https://octavo.example.com',
      sampleUrl: null,
      ocrLanguages: null,
      upgrade: { url: null, text: null, contact: null },
      planPrices: {},
      links: { docs: null, status: null, support: null },
    });
    expect(readConfig({ ...least, api_url: 'https://api.example.com/' }, page).apiUrl).toBe(
      'https://api.example.com',
    );
  });

  it('resolves the sample relative to the page', () => {
    const body = { issuer: 'https://id.example.com', client_id: 'web', sample: 'sample.pdf' };
    expect(readConfig(body, page).sampleUrl).toBe('https://octavo.example.com/app/sample.pdf');
  });

  it('has the way to a larger plan, and never a link that runs a script', () => {
    const body = { issuer: 'https://id.example.com', client_id: 'web' };
    const upgrade = {
      upgrade_url: 'https://example.com/pro',
      upgrade_text: 'Pro.',
      operator_contact: 'a@b.c',
    };
    expect(readConfig({ ...body, ...upgrade }, page).upgrade).toEqual({
      url: 'https://example.com/pro',
      text: 'Pro.',
      contact: 'a@b.c',
    });
    expect(readConfig({ ...body, upgrade_url: 'javascript:alert(1)' }, page).upgrade.url).toBeNull();
  });

  it('has the prices of the plans, as the operator writes them', () => {
    const body = { issuer: 'https://id.example.com', client_id: 'web', plan_prices: { pro: '20 €' } };
    expect(readConfig(body, page).planPrices).toEqual({ pro: '20 €' });
  });

  it("has the operator's links, and never one that runs a script", () => {
    const body = {
      ...{ issuer: 'https://id.example.com', client_id: 'web' },
      ...{ docs_url: 'https://docs.example.com', status_url: 'javascript:alert(1)' },
      support_url: 'mailto:help@example.com',
    };
    expect(readConfig(body, page).links).toEqual({
      docs: 'https://docs.example.com',
      status: null,
      support: 'mailto:help@example.com',
    });
  });

  it.each([{}, { issuer: 'https://id.example.com' }, { issuer: '', client_id: 'web' }])(
    'is refused when it names no provider: %j',
    (body) => {
      expect(() => readConfig(body, page)).toThrow('config.json');
    },
  );
});
