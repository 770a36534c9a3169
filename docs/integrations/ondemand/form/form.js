// SPDX-License-Identifier: Apache-2.0
// Shows the forecast of a request while its form is filled in. It asks the app `advice`, which the portal runs for the same user.
'use strict'

const advice = {
  address: '/pun/sys/clustersim_advice/',

  /** The job script of the request, as submit.yml.erb submits it. */
  script(values) {
    const lines = ['#!/bin/bash', `#SBATCH --partition=${values.partition}`, `#SBATCH --account=${values.account || 'project'}`,
      `#SBATCH --nodes=${values.nodes}`]
    if (Number(values.gpus_per_node) > 0) lines.push(`#SBATCH --gpus-per-node=${values.gpus_per_node}`)
    lines.push(`#SBATCH --time=${values.hours}:00:00`)
    // A line end in a field would be a line of the script.
    return lines.map(line => line.replace(/[\r\n]/g, ' ')).join('\n') + '\n'
  },

  time(seconds) {
    if (seconds < 90) return `${Math.round(seconds)} s`
    if (seconds < 5400) return `${Math.round(seconds / 60)} min`
    if (seconds < 129600) return `${(seconds / 3600).toFixed(1)} h`
    return `${(seconds / 86400).toFixed(1)} d`
  },

  /** What the form shows for the envelope of an answer. */
  text(envelope) {
    const found = envelope.answer
    if (!found || !found.start_s) return (envelope.problems || []).map(one => one.message).join('\n') || 'There is no forecast.'
    const start = found.start_s
    const lines = [`Starts in about ${advice.time(start.median)} (${advice.time(start.low)} to ${advice.time(start.high)}).`,
      `Costs at most ${Number(found.billed.toPrecision(3))} ${found.billing_unit}.`]
    const sooner = (found.changes || []).filter(one => one.start_s && one.start_s.median < start.median)
    sooner.sort((a, b) => a.start_s.median - b.start_s.median)
    for (const one of sooner.slice(0, 3)) {
      const condition = one.condition ? ` (${one.condition})` : ''
      lines.push(`${one.change}${condition}: starts in about ${advice.time(one.start_s.median)}.`)
    }
    return lines.join('\n')
  },

  /** Asks for one request; a later question replaces an earlier one. */
  async ask(values, fetcher) {
    if (advice.running) advice.running.abort()
    const mine = new AbortController()
    advice.running = mine
    try {
      const response = await fetcher(advice.address, {
        method: 'POST', signal: mine.signal, headers: {'Content-Type': 'application/json'},
        body: JSON.stringify({script: advice.script(values)}),
      })
      const text = advice.text(await response.json())
      return mine.signal.aborted ? null : text
    } catch (error) {
      return mine.signal.aborted ? null : 'There is no forecast: clustersim does not answer.'
    }
  },
}

if (typeof document !== 'undefined') {
  document.addEventListener('DOMContentLoaded', () => {
    const field = name => document.getElementById(`batch_connect_session_context_${name}`)
    const names = ['partition', 'account', 'nodes', 'gpus_per_node', 'hours']
    const shown = field('forecast')
    if (!shown) return
    shown.readOnly = true
    let timer
    const renew = async () => {
      const values = Object.fromEntries(names.map(name => [name, field(name) ? field(name).value : '']))
      const text = await advice.ask(values, window.fetch.bind(window))
      if (text !== null) shown.value = text
    }
    const later = () => { clearTimeout(timer); timer = setTimeout(renew, 300) }
    for (const name of names) if (field(name)) field(name).addEventListener('input', later)
    renew()
  })
}

if (typeof module !== 'undefined') module.exports = advice
