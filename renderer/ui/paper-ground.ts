/** As light as paper is in a preview. */
const paperAtLeast = 240;

/** Whether a picture is on white or on nothing, by its corner: most programs draw so, others on a ground of their own. */
export function isOnPaper(picture: HTMLImageElement): boolean {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1, 1];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(picture, 0, 0, 1, 1, 0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, cover = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
  return cover < 128 || Math.min(red, green, blue) >= paperAtLeast;
}
