import { InvalidArgumentError, Option, type Command } from 'commander';
import { spokenLanguages } from '../../shared/model/language.ts';
import { commandOptions, type Finish } from './command-options.ts';
import type { CompareOptions } from './commands/compare.ts';
import type { LookOptions } from './commands/look.ts';

const { json } = commandOptions;
const pictureSize = new Option('--size <points>', 'width and height of the picture').argParser(readSize).default(1024);

/** The commands of `cadsync` that look at files, of a library or not; no service takes part. */
export function addLookCommands(program: Command, finish: Finish): void {
  program
    .command('look <file>')
    .description('draw what is in a STEP, IGES, IFC, STL, OBJ, 3DM or DXF file')
    .option('--out <picture>', 'the picture to write, a PNG file (required)')
    .addOption(pictureSize)
    .option(...json)
    .action(async (file: string, options: LookOptions) => {
      const { lookCommand } = await import('./commands/look.ts');
      finish(await lookCommand(file, options));
    });

  program
    .command('compare <before> <after>')
    .description('tell what differs between two versions of a drawing')
    .option('--out <picture>', 'a PNG file to draw it into: added green, removed red, changed amber')
    .addOption(pictureSize)
    .option('--distance', 'measure how far the surfaces are apart at most and on average', false)
    .addOption(new Option('--language <code>', 'language of the text').choices(spokenLanguages).default('en'))
    .option(...json)
    .action(async (before: string, after: string, options: CompareOptions) => {
      const { compareCommand } = await import('./commands/compare.ts');
      finish(await compareCommand(before, after, options));
    });
}

const [smallest, largest] = [16, 4096];

function readSize(text: string): number {
  const size = Number(text);
  if (Number.isInteger(size) && size >= smallest && size <= largest) return size;
  throw new InvalidArgumentError(`A number of points from ${smallest} to ${largest} is expected.`);
}
