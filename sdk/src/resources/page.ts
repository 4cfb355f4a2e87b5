/** Numbered pages of a list, and iteration over the whole list. */

export type PageBody<Item> = {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  /** Only for a search by name: older jobs were not searched. */
  readonly partial?: boolean | undefined;
};

type ReadPage<Item> = (page: number | undefined) => Promise<PageBody<Item>>;

export class Page<Item extends { readonly id: string }> implements PageBody<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  readonly partial: boolean | undefined;
  readonly #read: ReadPage<Item>;

  constructor(body: PageBody<Item>, read: ReadPage<Item>) {
    this.items = body.items;
    this.total = body.total;
    this.page = body.page;
    this.page_size = body.page_size;
    this.partial = body.partial;
    this.#read = read;
  }

  hasNextPage(): boolean {
    return this.items.length > 0 && this.page * this.page_size < this.total;
  }

  async getNextPage(): Promise<Page<Item> | null> {
    return this.hasNextPage() ? new Page(await this.#read(this.page + 1), this.#read) : null;
  }
}

/** Await it for one page, or iterate it for all items of this page and the following ones. */
export class PagePromise<Item extends { readonly id: string }>
  implements PromiseLike<Page<Item>>, AsyncIterable<Item>
{
  readonly #read: ReadPage<Item>;
  #first: Promise<Page<Item>> | undefined;

  constructor(read: ReadPage<Item>) {
    this.#read = read;
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaited is the point
  then<Result = Page<Item>, Failure = never>(
    onPage?: ((page: Page<Item>) => Result | PromiseLike<Result>) | null,
    onError?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#page().then(onPage, onError);
  }

  /** New items move older ones to a later page while the list is read, so items already seen are skipped. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    const seen = new Set<string>();
    for (let page: Page<Item> | null = await this.#page(); page !== null; page = await page.getNextPage()) {
      for (const item of page.items) {
        if (seen.has(item.id)) continue;
        seen.add(item.id);
        yield item;
      }
    }
  }

  #page(): Promise<Page<Item>> {
    this.#first ??= this.#read(undefined).then((body) => new Page(body, this.#read));
    return this.#first;
  }
}
