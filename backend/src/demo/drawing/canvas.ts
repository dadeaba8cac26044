/** The size of a drawing in pixels. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
}
