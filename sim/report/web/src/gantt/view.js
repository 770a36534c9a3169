// SPDX-License-Identifier: Apache-2.0
import { amount, roundStep } from "../format.js";
import { pixel, theme } from "../palette.js";
import { packJobs } from "./pack.js";
import { Raster } from "./raster.js";

const BOTTOM = 24;
const OWN = 18;
const LANE_GAP = 6;

/** The picture of a queue: what is seen of it, and how it is painted on a canvas. Knows no pointer and no keys. */
export class GanttView {
  constructor(canvas, item, jobs) {
    this.canvas = canvas;
    this.item = item;
    this.jobs = jobs;
    this.packed = packJobs(jobs, item.lanes);
    this.rows = this.packed.lanes.reduce((sum, lane) => sum + lane.rows, 0) || 1;
    this.longest = jobs.start.reduce((most, start, i) => Math.max(most, jobs.end[i] - start), 0);
    this.whole = [item.from, item.to];
    this.colouring = null;
    this.marked = -1;
    this.reset();
  }

  reset() {
    [this.t0, this.t1] = this.whole;
    this.zoomY = 1;
    this.offsetY = 0;
  }

  /** Zooms by a factor around a share of the width; the picture never shows more than the whole. */
  zoom(factor, at = 0.5) {
    const [from, to] = this.whole;
    const span = Math.min(Math.max((this.t1 - this.t0) * factor, 10), to - from);
    const fixed = this.t0 + at * (this.t1 - this.t0);
    this.t0 = fixed - at * span;
    this.t1 = this.t0 + span;
    this.pan(0, 0);
  }

  zoomRows(factor, at = 0.5) {
    const next = Math.min(Math.max(this.zoomY * factor, 1), 200);
    this.offsetY = (this.offsetY + at / this.zoomY) - at / next;
    this.zoomY = next;
    this.pan(0, 0);
  }

  /** Moves by shares of what is seen. */
  pan(x, y) {
    const span = this.t1 - this.t0;
    const [from, to] = this.whole;
    this.t0 = Math.min(Math.max(this.t0 + x * span, from), to - span);
    this.t1 = this.t0 + span;
    this.offsetY = Math.min(Math.max(this.offsetY + y / this.zoomY, 0), 1 - 1 / this.zoomY);
  }

  /** Brings a job into view. */
  show(job) {
    const { start, end } = this.jobs;
    const span = this.t1 - this.t0;
    if (start[job] < this.t0 || end[job] > this.t1) this.pan(((start[job] + end[job]) / 2 - this.t0) / span - 0.5, 0);
  }

  get ownHeight() {
    return this.item.own?.length ? this.item.own.length * OWN + 26 : 0;
  }

  /** Where the picture begins: names are before it. */
  get left() {
    return this.cssWidth > 700 ? 140 : 92;
  }

  /** The part of the canvas with the lanes, in CSS pixels. */
  get area() {
    const top = this.ownHeight + 4;
    return { left: this.left, top, width: this.cssWidth - this.left - 8, height: this.cssHeight - top - BOTTOM };
  }

  x(time) {
    return this.left + ((time - this.t0) / (this.t1 - this.t0)) * this.area.width;
  }

  paint() {
    const started = performance.now();
    const box = this.canvas.getBoundingClientRect();
    this.cssWidth = Math.max(box.width, 200);
    this.cssHeight = Math.max(box.height, 160);
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.canvas.width = Math.round(this.cssWidth * this.ratio);
    this.canvas.height = Math.round(this.cssHeight * this.ratio);
    const colours = theme();
    const context = this.canvas.getContext("2d");
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.fillStyle = colours.card;
    context.fillRect(0, 0, this.cssWidth, this.cssHeight);
    this.paintLanes(context, colours);
    this.paintOwn(context, colours);
    this.paintTimes(context, colours);
    this.paintedIn = performance.now() - started;
  }

  paintLanes(context, colours) {
    const { left, top, width, height } = this.area;
    const r = this.ratio;
    const wide = Math.round(width * r);
    const high = Math.round(height * r);
    if (this.raster?.width !== wide || this.raster?.height !== high) this.raster = new Raster(wide, high);
    const { raster, packed, jobs } = this;
    raster.clear(colours.page);
    const gaps = LANE_GAP * r * (packed.lanes.length - 1);
    const perRow = ((high - gaps) / this.rows) * this.zoomY;
    const moved = this.offsetY * (high - gaps) * this.zoomY;
    let y = -moved;
    this.tops = packed.lanes.map((lane) => {
      const at = y;
      y += lane.rows * perRow + LANE_GAP * r;
      return at;
    });
    const palette = this.colouring.entries.map((entry) => pixel(entry.colour));
    const scale = wide / (this.t1 - this.t0);
    for (let k = this.firstPiece(this.t0 - this.longest); k < packed.job.length; k++) {
      const i = packed.job[k];
      if (jobs.start[i] >= this.t1) break;
      if (jobs.end[i] <= this.t0) continue;
      const y0 = this.tops[jobs.lane[i]] + packed.row[k] * perRow;
      const y1 = y0 + packed.high[k] * perRow;
      if (y1 <= 0 || y0 >= high) continue;
      raster.fill((jobs.start[i] - this.t0) * scale, (jobs.end[i] - this.t0) * scale, y0, y1, palette[this.colouring.of(i)], i);
    }
    context.putImageData(raster.image, Math.round(left * r), Math.round(top * r));
    this.paintNames(context, colours, perRow);
    this.paintMark(context, colours, perRow, scale);
  }

  /** The first piece of a job that starts at `time` or later. */
  firstPiece(time) {
    let low = 0;
    for (let high = this.packed.job.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (this.jobs.start[this.packed.job[middle]] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  paintNames(context, colours, perRow) {
    const { top, height } = this.area;
    context.save();
    context.beginPath();
    context.rect(0, top, this.left, height);
    context.clip();
    context.fillStyle = colours.text;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "right";
    this.packed.lanes.forEach((lane, p) => {
      const at = top + this.tops[p] / this.ratio;
      const high = (lane.rows * perRow) / this.ratio;
      const y = Math.min(Math.max(at + high / 2, top + 14), top + height - 18);
      if (at > top + height || at + high < top || high < 12) return;
      context.fillText(lane.name, this.left - 8, y, this.left - 12);
      if (high >= 30) context.fillText(amount(lane.rows, this.item.unit), this.left - 8, y + 15, this.left - 12);
    });
    context.restore();
  }

  paintMark(context, colours, perRow, scale) {
    if (this.marked < 0) return;
    const { left, top, width, height } = this.area;
    const { packed, jobs, ratio } = this;
    context.save();
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    context.strokeStyle = colours.text;
    context.lineWidth = 2;
    for (let k = this.firstPiece(jobs.start[this.marked]); k < packed.job.length; k++) {
      const i = packed.job[k];
      if (jobs.start[i] > jobs.start[this.marked]) break;
      if (i !== this.marked) continue;
      const y = top + (this.tops[jobs.lane[i]] + packed.row[k] * perRow) / ratio;
      const x = left + ((jobs.start[i] - this.t0) * scale) / ratio;
      const wide = ((jobs.end[i] - jobs.start[i]) * scale) / ratio;
      context.strokeRect(x, y, Math.max(wide, 3), Math.max((packed.high[k] * perRow) / ratio, 3));
    }
    context.restore();
  }

  /** The study's jobs: a line while they wait, a bar while they run. */
  paintOwn(context, colours) {
    const own = this.item.own ?? [];
    if (!own.length) return;
    const { left, width } = this.area;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "left";
    context.fillStyle = colours.faint;
    const tried = this.cssWidth < 560 ? "Jobs of this study" : "Jobs of this study, each tried alone in a copy of this queue";
    context.fillText(`${tried} (line: waits, bar: runs)`, 4, 13, this.cssWidth - 8);
    own.forEach((job, i) => {
      const y = 20 + i * OWN;
      context.textAlign = "right";
      context.fillStyle = colours.text;
      context.fillText(job.name, this.left - 8, y + 11, this.left - 12);
      context.save();
      context.beginPath();
      context.rect(left, y, width, OWN);
      context.clip();
      const submitted = this.x(job.submit);
      const started = job.start === null ? left + width : this.x(job.start);
      context.fillRect(submitted, y + 6, Math.max(started - submitted, 1), 2);
      context.fillRect(submitted - 1, y + 2, 2, 10);
      if (job.start !== null) {
        context.fillStyle = "#d55e00";
        context.fillRect(started, y + 1, Math.max(this.x(job.end) - started, 2), 12);
      }
      context.restore();
    });
  }

  paintTimes(context, colours) {
    const { left, top, width, height } = this.area;
    const step = roundStep(((this.t1 - this.t0) / width) * 80, "s") ?? 1;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "center";
    context.strokeStyle = colours.faint;
    context.lineWidth = 1;
    context.strokeRect(left - 0.5, top - 0.5, width + 1, height + 1);
    context.fillStyle = colours.text;
    const last = this.x(this.item.recorded);
    if (this.item.recorded < this.item.to && last > left && last < left + width) {
      context.fillRect(last, top, 1, height);
      context.textAlign = last > left + width / 2 ? "right" : "left";
      context.fillText("end of the recording", last + (last > left + width / 2 ? -6 : 6), top + 14);
      context.textAlign = "center";
    }
    for (let t = Math.ceil(this.t0 / step) * step; t <= this.t1; t += step) {
      const x = this.x(t);
      context.fillRect(x, top + height, 1, 4);
      const words = amount(t, "s");
      // The last one must not reach beyond the canvas.
      const half = context.measureText(words).width / 2;
      context.fillText(words, Math.min(x, this.cssWidth - half - 1), top + height + 17);
    }
  }

  /** The job at a point of the canvas in CSS pixels; -1: none. */
  jobAt(x, y) {
    const { left, top } = this.area;
    return this.raster ? this.raster.jobAt((x - left) * this.ratio, (y - top) * this.ratio) : -1;
  }
}
