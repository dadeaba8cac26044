/** A rectangle in pixels of the upright picture. */
export interface PixelArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The longest edge in pixels of a picture that is cut out; no face in a circle needs more. */
const longestEdge = 1280;

/**
 * Cuts a square out of a picture, upright as its metadata says, and draws it anew: nothing else of the file leaves the
 * browser. Rejects when the file is no picture that the browser can read.
 */
export async function cropPicture(file: Blob, area: PixelArea): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const edge = Math.max(1, Math.round(Math.min(area.width, longestEdge)));
    const canvas = document.createElement('canvas');
    canvas.width = edge;
    canvas.height = edge;
    const pen = canvas.getContext('2d')!;
    // A picture with see-through parts gets white behind it, as JPEG has none.
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, edge, edge);
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, edge, edge);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn'))),
        'image/jpeg',
        0.92,
      );
    });
  } finally {
    picture.close();
  }
}
