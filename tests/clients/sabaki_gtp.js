// @sabaki/gtp: all four games over GTP, one engine against another, then what a board editor does.
'use strict'
const assert = require('assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')
const {soon, main} = require('./judge')

// A turn of Iris is two plays: twice as many as there are turns, and the nothings besides.
const MOST_PLAYS = 300

async function send(controller, name, ...args) {
  const response = await soon(controller.sendCommand({name, args}), [name, ...args].join(' '))
  assert.ok(!response.error, `${name} ${args}: ${response.content}`)
  return response.content
}

async function refused(controller, words, name, ...args) {
  const response = await soon(controller.sendCommand({name, args}), name)
  assert.ok(response.error, `${name} ${args} was accepted`)
  assert.ok(response.content.startsWith(words), response.content)
}

async function start(path, game, ...settings) {
  const controller = new Controller(path, ['--protocol', 'gtp', '--game', game, ...settings])
  controller.start()
  assert.strictEqual(await send(controller, 'protocol_version'), '2')
  assert.strictEqual(await send(controller, 'name'), 'tetrarch')
  const commands = (await send(controller, 'list_commands')).split('\n')
  for (const name of ['play', 'genmove', 'undo', 'gogui-rules_legal_moves', 'quit']) {
    assert.ok(commands.includes(name), name)
    assert.strictEqual(await send(controller, 'known_command', name), 'true')
  }
  await send(controller, 'time_settings', '0', '1', '100')
  return controller
}

async function stop(controller) {
  const code = new Promise(resolve => controller.process.once('exit', resolve))
  await soon(controller.stop(), 'quit')
  assert.strictEqual(await code, 0)
}

/** Two engines tell each other their moves; both must agree about everything. */
async function match(path, game, size) {
  const engines = [await start(path, game), await start(path, game)]
  for (const engine of engines) {
    if (size) await send(engine, size.length > 1 ? 'rectangular_boardsize' : 'boardsize', ...size)
    await send(engine, 'clear_board')
  }
  const both = async name => {
    const [one, other] = [await send(engines[0], name), await send(engines[1], name)]
    assert.strictEqual(one, other)
    return one
  }
  let plays = 0
  const history = []
  for (; plays < MOST_PLAYS; plays++) {
    const legal = await both('gogui-rules_legal_moves')
    if (legal === '') break
    const colour = await both('gogui-rules_side_to_move')
    const mover = engines[colour === 'black' ? 0 : 1]
    const move = await send(mover, 'genmove', colour)
    assert.ok(legal.split(' ').includes(move === 'PASS' ? 'pass' : move), `${move} of ${legal}`)
    await send(mover === engines[0] ? engines[1] : engines[0], 'play', colour, move)
    history.push({name: 'play', args: [colour === 'black' ? 'B' : 'W', move]})
  }
  const over = (await both('gogui-rules_final_result')) !== ''
  if (over) {
    assert.match(await both('final_score'), /^(0|[BW]\+\d+)$/)
    assert.strictEqual(await send(engines[0], 'genmove', 'b'), 'PASS')
    await send(engines[0], 'undo')
  }
  const board = await both('showboard')
  // Back to the start, a play at a time, and forward again.
  for (let n = 0; n < plays; n++) await send(engines[0], 'undo')
  await refused(engines[0], 'cannot undo', 'undo')
  for (const {args} of history) await send(engines[0], 'play', ...args)
  assert.strictEqual(await send(engines[0], 'showboard'), board)
  console.log(`  ${game}: ${plays} plays, ${(await both('gogui-rules_final_result')) || 'unfinished'}`)
  for (const engine of engines) await stop(engine)
}

/** What Sabaki does with a tree of variations: it sends whatever leads there, without waiting. */
async function track(path) {
  const controller = await start(path, 'iris')
  const tracker = new ControllerStateTracker(controller)
  assert.ok(await tracker.knowsCommand('undo'))
  const plays = (...moves) =>
    moves.map(move => ({name: 'play', args: [move.slice(0, 1), move.slice(1)]}))
  const trunk = plays('BC3', 'WA1', 'WE5', 'BB2', 'WPASS', 'BD4')
  const state = {komi: 6.5, boardsize: [5, 5], history: trunk}
  await soon(tracker.sync(state), 'sync')
  assert.match(await send(controller, 'showboard'), /position: w2\/1b2\/2b2\/2b1\/2w w 0/)
  // Another variation, some plays back: undone to where they part, halves and nothings included.
  const branch = [...trunk.slice(0, 4), ...plays('WPASS', 'BD3')]
  await soon(tracker.sync({...state, history: branch}), 'sync')
  assert.match(await send(controller, 'showboard'), /position: w2\/1b2\/2b2\/1b2\/2w w 0/)
  assert.deepStrictEqual(tracker.state.history, branch)
  await soon(tracker.sync({komi: 6.5, boardsize: [7, 7], history: []}), 'sync')
  assert.match(await send(controller, 'showboard'), /position: 4\/5\/6\/7\/6\/5\/4 b 0/)
  await assert.rejects(soon(tracker.sync({boardsize: [6, 6], history: []}), 'sync'), /not supported/)
  await assert.rejects(soon(tracker.sync({history: plays('BA1')}), 'sync'), /cannot be replayed/)
  await refused(controller, 'unknown command', 'loadsgf', 'game.sgf')
  await refused(controller, 'syntax error', 'play', 'b')
  await stop(controller)
}

main('@sabaki/gtp', async path => {
  await match(path, 'iris', ['5'])
  await match(path, 'manalath', ['5'])
  await match(path, 'otrio')
  await match(path, 'linetris', ['5', '4'])
  await track(path)
})
