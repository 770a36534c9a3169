// SPDX-License-Identifier: Apache-2.0
import { pixel } from "../palette.js";

/**
 * Paints the pieces into pixels and notes the job under each of them, so that the job under the pointer is one
 * look-up. Filling pixels takes about the same time for a hundred thousand small jobs as for a few large ones.
 */
export class Raster {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.image = new ImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.jobs = new Int32Array(width * height);
  }

  clear(colour) {
    this.pixels.fill(pixel(colour));
    this.jobs.fill(-1);
  }

  /** Columns [x0, x1) and rows [y0, y1) in pixels, which may reach beyond the picture; at least one pixel. */
  fill(x0, x1, y0, y1, colour, job) {
    const gap = x1 - x0 > 4 && y1 - y0 > 4 ? 1 : 0;
    const left = Math.max(0, Math.floor(x0));
    const right = Math.min(this.width, Math.max(Math.floor(x1) - gap, left + 1));
    const top = Math.max(0, Math.floor(y0));
    const bottom = Math.min(this.height, Math.max(Math.floor(y1) - gap, top + 1));
    if (right <= left) return;
    for (let y = top; y < bottom; y++) {
      const at = y * this.width;
      this.pixels.fill(colour, at + left, at + right);
      this.jobs.fill(job, at + left, at + right);
    }
  }

  jobAt(x, y) {
    const inside = x >= 0 && y >= 0 && x < this.width && y < this.height;
    return inside ? this.jobs[Math.floor(y) * this.width + Math.floor(x)] : -1;
  }
}
