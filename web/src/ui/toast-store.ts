/** The current toasts. Any code can add one; `Toasts` renders them. */
import { useSyncExternalStore } from 'react';

export type Toast = {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'success' | 'danger';
  readonly action?: { readonly label: string; readonly run: () => void };
};

const shownMs = 6_000;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function showToast(toast: Omit<Toast, 'id'>, durationMs = shownMs): number {
  const id = nextId;
  nextId += 1;
  set([...toasts.slice(-3), { ...toast, id }]);
  timers.set(
    id,
    setTimeout(() => dismissToast(id), durationMs),
  );
  return id;
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  set(toasts.filter((toast) => toast.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => toasts);
