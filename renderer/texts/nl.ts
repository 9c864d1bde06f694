import { english } from './en.ts';
export const dutch = english;
