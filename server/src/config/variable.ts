/** Types of environment variables: how to parse them, and what they accept. */
import { isIP } from 'node:net';
import { Secret } from './secret.ts';

export type Variable<T = unknown> = {
  readonly name: string;
  readonly summary: string;
  /** Completes the sentence "wanted …". */
  readonly wanted: string;
  /** Shown in `.env.example`, and the default unless `required`. */
  readonly fallback: string | null;
  readonly required: boolean;
  readonly secret: boolean;
  /** `undefined` for invalid text. */
  readonly read: (text: string) => T | undefined;
};

type Description = { readonly name: string; readonly summary: string };
type Presence = { readonly fallback: string } | { readonly example: string };

function define<T>(
  about: Description & Presence,
  kind: Pick<Variable<T>, 'wanted' | 'read'> & { secret?: boolean },
): Variable<T> {
  const required = 'example' in about;
  return {
    name: about.name,
    summary: about.summary,
    wanted: kind.wanted,
    fallback: required ? about.example : about.fallback,
    required,
    secret: kind.secret ?? false,
    read: kind.read,
  };
}

export function integer(
  about: Description & { fallback: number; min: number; max: number },
): Variable<number> {
  return define(
    { ...about, fallback: String(about.fallback) },
    {
      wanted: `a whole number from ${about.min} to ${about.max}`,
      read: (text) => {
        if (!/^\d{1,15}$/.test(text)) return undefined;
        const value = Number(text);
        return value >= about.min && value <= about.max ? value : undefined;
      },
    },
  );
}

export function boolean(about: Description & { fallback: boolean }): Variable<boolean> {
  return define(
    { ...about, fallback: String(about.fallback) },
    {
      wanted: '`true` or `false`',
      read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
    },
  );
}

export function oneOf<const T extends string>(
  about: Description & { fallback: NoInfer<T> },
  values: readonly T[],
): Variable<T> {
  return define(about, {
    wanted: `one of ${values.map((value) => `\`${value}\``).join(', ')}`,
    read: (text) => values.find((value) => value === text),
  });
}

export function text(about: Description & Presence): Variable<string> {
  return define(about, { wanted: 'a text that is not empty', read: (value) => value || undefined });
}

export function listOf<const T extends string>(
  about: Description & { fallback: string },
  values: readonly T[],
): Variable<readonly T[]> {
  return define(about, {
    wanted: `a list of ${values.map((value) => `\`${value}\``).join(', ')}, separated by commas`,
    read: (text) => {
      const found = text.split(',').map((part) => values.find((value) => value === part.trim()));
      return found.includes(undefined) ? undefined : [...new Set(found as T[])];
    },
  });
}

export function secretText(about: Description & Presence): Variable<Secret> {
  return define(about, {
    wanted: 'a text that is not empty',
    secret: true,
    read: (value) => (value ? new Secret(value) : undefined),
  });
}

export function httpUrl(about: Description & Presence): Variable<string> {
  return define(about, {
    wanted: 'a URL that begins with `http://` or `https://`, without query or fragment',
    read: (value) => {
      const url = URL.canParse(value) ? new URL(value) : null;
      const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
      return plain ? value.replace(/\/+$/, '') : undefined;
    },
  });
}

/** A link for people: a web page or an e-mail address. */
export function link(about: Description & Presence): Variable<string> {
  return define(about, {
    wanted: 'a link that begins with `https://`, `http://` or `mailto:`',
    read: (value) =>
      URL.canParse(value) && /^(https?:\/\/[^\s]+|mailto:[^\s@]+@[^\s]+)$/i.test(value) ? value : undefined,
  });
}

export function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:/.test(value) && new URL(value).origin === value;
}

export function origin(about: Description & Presence): Variable<string> {
  return define(about, {
    wanted: 'an origin such as `https://files.example.com`',
    read: (value) => (isOrigin(value) ? value : undefined),
  });
}

export function postgresUrl(about: Description & Presence): Variable<Secret> {
  return define(about, {
    wanted: 'a URL that begins with `postgres://` or `postgresql://`',
    secret: true,
    read: (value) =>
      URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol) ? new Secret(value) : undefined,
  });
}

/** A comma-separated list of secrets; the empty text is the empty list. */
export function secretList(
  about: Description & Presence,
  item: { readonly wanted: string; readonly accepts: (value: string) => boolean },
): Variable<readonly Secret[]> {
  return define(about, {
    wanted: `a comma-separated list of ${item.wanted}`,
    secret: true,
    read: (value) => {
      const items = value === '' ? [] : value.split(',').map((part) => part.trim());
      return items.every(item.accepts) ? items.map((part) => new Secret(part)) : undefined;
    },
  });
}

export function sha256(about: Description & Presence): Variable<string> {
  return define(about, {
    wanted: '64 hexadecimal characters',
    read: (value) => (/^[0-9a-f]{64}$/i.test(value) ? value.toLowerCase() : undefined),
  });
}

/** A comma-separated list; the empty text is the empty list. */
export function list(
  about: Description & { fallback: string },
  item: { readonly wanted: string; readonly accepts: (value: string) => boolean },
): Variable<readonly string[]> {
  return define(about, {
    wanted: `a comma-separated list of ${item.wanted}`,
    read: (value) => {
      const items = value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
      return items.every(item.accepts) ? items : undefined;
    },
  });
}

export function isAddressOrNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const family = isIP(address);
  const bitsMax = family === 4 ? 32 : 128;
  return (
    family !== 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && +bits <= bitsMax))
  );
}

/** The same variable, where absence means `null`. */
export function optional<T>(variable: Variable<T>): Variable<T | null> {
  return {
    ...variable,
    fallback: null,
    required: false,
    read: (value) => (value === '' ? null : variable.read(value)),
  };
}
