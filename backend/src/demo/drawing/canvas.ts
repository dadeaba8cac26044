/** The size of a drawing in its own units. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
}
