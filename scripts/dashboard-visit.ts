/** Somebody new in front of the dashboard who does what a page says: clicks what is in italics, types what is in code. */
import type { Browser, Page } from 'playwright-core';

const timeoutMs = 120_000;

/** The sentences of the README's first result, from the sign-in to the last click. */
function stepsOf(readme: string): readonly string[] {
  const [, paragraph = ''] = /^\*\*First result\.\*\* (.+)$/m.exec(readme) ?? [];
  const steps = [...paragraph.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map((match) => match[1] ?? '');
  if (steps.length < 3) throw new Error('the README does not say what to click');
  return steps;
}

export class DashboardVisit {
  readonly #page: Page;
  readonly #baseUrl: string;
  readonly #note: (text: string) => void;

  private constructor(page: Page, baseUrl: string, note: (text: string) => void) {
    this.#page = page;
    this.#baseUrl = baseUrl;
    this.#note = note;
  }

  static async open(
    browser: Browser,
    baseUrl: string,
    note: (text: string) => void,
  ): Promise<DashboardVisit> {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 860 } });
    context.setDefaultTimeout(timeoutMs);
    return new DashboardVisit(await context.newPage(), baseUrl, note);
  }

  /** Clicks everything the README names, and types the address where the provider asks for it. */
  async follow(readme: string, email: string): Promise<void> {
    await this.#page.goto(`${this.#baseUrl}/app/`);
    this.#note(`opened ${this.#baseUrl}/app/`);
    for (const [index, name] of stepsOf(readme).entries()) {
      const isAtProvider = index === 1;
      if (isAtProvider) {
        await this.#page.getByLabel('E-mail address or name').fill(email);
        this.#note(`typed ${email}`);
      }
      await this.#click(name);
    }
  }

  async #click(name: string): Promise<void> {
    const roles = (['button', 'link', 'tab'] as const).map((role) =>
      this.#page.getByRole(role, { name, exact: true }),
    );
    const [button, link, tab] = roles;
    if (!button || !link || !tab) throw new Error('no roles');
    const target = button.or(link).or(tab).first();
    const leavesPage = (await target.getAttribute('href')) !== null;
    await target.click();
    // The next name may also be on this page.
    if (leavesPage) await target.waitFor({ state: 'detached' });
    this.#note(`clicked ${name}`);
  }

  /** The rendered markdown, with its first heading as it would be written; the viewer has an h1 of its own. */
  async shownMarkdown(): Promise<string> {
    const prose = this.#page.locator('.viewer-prose');
    const heading = await prose.getByRole('heading').first().innerText();
    return `# ${heading}\n${await prose.innerText()}`;
  }

  /** The new account is on the free plan: its pages offer nothing that it may not do. */
  async expectNoKeyOffered(): Promise<void> {
    await this.#page.goto(`${this.#baseUrl}/app/keys`);
    await this.#page.getByRole('heading', { name: 'Your plan has no API access' }).waitFor();
    if ((await this.#page.getByRole('button', { name: 'Create key' }).count()) > 0)
      throw new Error('the free plan is offered a key');
    this.#note('the free plan is told how to upgrade and offered no key');
  }

  async createKey(name: string): Promise<string> {
    await this.#page.goto(`${this.#baseUrl}/app/keys`);
    await this.#click('Create key');
    await this.#page.getByRole('dialog').getByLabel('Name').fill(name);
    await this.#page.keyboard.press('Enter');
    const dialog = this.#page.getByRole('dialog', { name: 'Your new key' });
    const key = await dialog.getByText(/^oct_[0-9a-f]{40}$/).innerText();
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    this.#note('created a key in the dashboard');
    return key;
  }
}
