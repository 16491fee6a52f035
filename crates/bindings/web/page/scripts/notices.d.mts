import type { Plugin } from 'vite';

export const FILE: string;
export function packageOf(id: string): string | null;
export function notices(ids: string[]): string;
export function noticesPlugin(): Plugin;
