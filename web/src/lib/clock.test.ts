import { describe, expect, it, vi } from 'vitest';
import { EstimatedClock, OffsetEstimate } from './clock';

describe('the offset to the server', () => {
  it('is measured in the middle of a ping', () => {
    const estimate = new OffsetEstimate();
    estimate.add(100, 140, 1120);
    expect(estimate.offset).toBe(1000);
    expect(estimate.roundTrip).toBe(40);
  });

  it('is taken from the quickest ping', () => {
    const estimate = new OffsetEstimate();
    estimate.add(0, 200, 1180);
    estimate.add(300, 310, 1305);
    estimate.add(400, 500, 1500);
    expect(estimate.offset).toBe(1000);
  });

  it('looks back over ten pings', () => {
    const estimate = new OffsetEstimate();
    estimate.add(0, 1, 50);
    for (let i = 0; i < 10; i++) estimate.add(0, 20, 110);
    expect(estimate.offset).toBe(100);
  });
});

describe('the table clock', () => {
  it('carries on what the server said at the rate of the table', () => {
    let local = 0;
    const clock = new EstimatedClock(() => local);
    clock.correct(1000);
    clock.tell({ now: 5000, server: 1000, rate: 0.5 });
    local = 400;
    expect(clock.now()).toBe(5200);
    expect(clock.localTime(5200)).toBe(400);
    expect(clock.localTime(5300)).toBe(600);
  });

  it('stands still in a pause', () => {
    let local = 0;
    const clock = new EstimatedClock(() => local);
    clock.tell({ now: 5000, server: 0, rate: 0 });
    local = 9000;
    expect(clock.now()).toBe(5000);
    expect(clock.localTime(5001)).toBe(Infinity);
  });

  it('tells only of changes that can be seen', () => {
    const clock = new EstimatedClock(() => 0);
    const changed = vi.fn();
    clock.onchange(changed);
    clock.tell({ now: 0, server: 0, rate: 1 });
    expect(changed).toHaveBeenCalledTimes(1);
    clock.tell({ now: 100, server: 100, rate: 1 });
    clock.correct(3);
    expect(changed).toHaveBeenCalledTimes(1);
    clock.correct(60);
    expect(changed).toHaveBeenCalledTimes(2);
  });
});
