/** Answers that go on with a cursor: await the first, or iterate all items. */

export type CursorBody = { readonly next_cursor: string | null };

type ReadBody<Body> = (cursor: string | undefined) => Promise<Body>;

/** Await it for the first answer, or iterate it for the items of this answer and all that follow. */
export class CursorList<Body extends CursorBody, Item> implements PromiseLike<Body>, AsyncIterable<Item> {
  readonly #read: ReadBody<Body>;
  readonly #items: (body: Body) => Iterable<Item>;
  #first: Promise<Body> | undefined;

  constructor(read: ReadBody<Body>, items: (body: Body) => Iterable<Item>) {
    this.#read = read;
    this.#items = items;
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaited is the point
  then<Result = Body, Failure = never>(
    onBody?: ((body: Body) => Result | PromiseLike<Result>) | null,
    onError?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    this.#first ??= this.#read(undefined);
    return this.#first.then(onBody, onError);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    let body: Body = await this;
    for (;;) {
      yield* this.#items(body);
      if (body.next_cursor === null) return;
      body = await this.#read(body.next_cursor);
    }
  }
}
