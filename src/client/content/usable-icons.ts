import type { Icon } from '../../protocol/index.ts';

/**
 * Which icons are wanted, and where they may come from.
 *
 * @public
 */
export interface IconWish {
  /** The address of the server, where it has one: icons of its origin are usable. */
  readonly serverUrl?: string | URL;
  /** Other origins that are trusted with the fact that someone looks: `https://cdn.example.com`. */
  readonly allowedOrigins?: readonly string[];
  /** What the icon will stand on. */
  readonly theme?: 'light' | 'dark';
  /** How wide it will be, in pixels. */
  readonly size?: number;
}

/**
 * The icons that may be shown, the best first: over `https:` from the server's own origin or an
 * allowed one, or images in `data:` URIs. All others are left out, and none is fetched.
 *
 * Best is the wanted theme, then one for any theme; within that the smallest of at least the wanted
 * size, one for any size counting as just that, then the largest.
 *
 * What draws one must still fetch it without cookies, credentials and redirects, bound its bytes, its
 * dimensions and its frames, tell its type by its first bytes and take only types that it knows (PNG and
 * JPEG at least), and clean an SVG or show it where no script of it runs.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#icons | Icons}
 * @public
 */
export function usableIcons(
  icons: readonly Icon[] | undefined,
  wish: IconWish = {},
): readonly Icon[] {
  const { serverUrl, allowedOrigins = [], theme, size = Infinity } = wish;
  const own = serverUrl === undefined ? [] : [serverUrl];
  const origins = new Set([...own, ...allowedOrigins].map((url) => parse(url)?.origin));
  // Revisions that have no icons leave what is called so unread.
  const given: readonly unknown[] = Array.isArray(icons) ? icons : [];
  return given
    .filter((icon) => isUsable(icon, origins))
    .map((icon) => ({ icon, theme: misfit(icon.theme, theme), width: widthFor(icon, size) }))
    .toSorted((one, other) => one.theme - other.theme || byWidth(one.width, other.width, size))
    .map(({ icon }) => icon);
}

function isUsable(icon: unknown, origins: ReadonlySet<string | undefined>): icon is Icon {
  const src = (icon as Partial<Icon> | null)?.src;
  const url = typeof src === 'string' ? parse(src) : undefined;
  if (url?.protocol === 'data:') return /^image\//i.test(url.pathname);
  return url?.protocol === 'https:' && origins.has(url.origin);
}

function misfit(theme: string | undefined, wanted: string | undefined): number {
  if (theme === undefined || wanted === undefined) return 1;
  return theme === wanted ? 0 : 2;
}

/** The width of an icon that fits best. Without sizes it can be used at any size. */
function widthFor({ sizes }: Icon, size: number): number {
  const given: readonly unknown[] = Array.isArray(sizes) ? sizes : [];
  const widths = given.map((words) => {
    if (words === 'any') return size;
    return typeof words === 'string' ? Number(/^\d+(?=x\d+$)/.exec(words)?.[0] ?? 0) : 0;
  });
  return widths.toSorted((one, other) => byWidth(one, other, size))[0] ?? size;
}

/** Those that are wide enough come first, the smallest of them before; then the others, the largest before. */
function byWidth(one: number, other: number, size: number): number {
  if (one === other) return 0;
  if (one >= size && other >= size) return one - other;
  return other - one;
}

function parse(url: string | URL): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
