/* Light and dark: the system's choice, until the reader makes one. */

import { $ } from './dom';

const KEY = 'graphify.theme';

/* Storage is refused on some local files and in private windows: then the choice lasts for this page. */
export function recall(key: string): string | null {
  try { return localStorage.getItem(key); } catch { return null; }
}

export function remember(key: string, value: string): void {
  try { localStorage.setItem(key, value); } catch { /* see recall */ }
}

const systemDark = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;

export const isDark = (): boolean => (root.dataset.theme ? root.dataset.theme === 'dark' : systemDark.matches);

function apply(theme: string | null): void {
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
}

/* Called in the head, before the first paint: no flash of the other theme. */
export const restoreTheme = (): void => apply(recall(KEY));

export function startTheme(changed: () => void): void {
  const toggle = $<HTMLButtonElement>('theme');
  const say = (): void => {
    toggle.title = isDark() ? 'Light theme' : 'Dark theme';
    toggle.setAttribute('aria-label', toggle.title);
  };
  toggle.addEventListener('click', () => {
    apply(isDark() ? 'light' : 'dark');
    remember(KEY, isDark() ? 'dark' : 'light');
    say();
    changed();
  });
  systemDark.addEventListener('change', () => { say(); changed(); });
  say();
}
