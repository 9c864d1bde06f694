import type { Program } from '../../../shared/model/program.ts';

/** What a file takes from its library where neither link nor path say otherwise. */
export interface LibraryDefaults {
  /**
   * The programs that its colleagues open its files with, each in one version. Files of a program's own format belong to
   * that program; neutral ones to the first.
   */
  readonly programs: readonly Program[];
  readonly contentType: string;
  readonly languageCode?: string | undefined;
}
