// node-uci: the handshake, the options, whole games of all four, endless searches, pondering.
'use strict'
const assert = require('assert')
const {Engine} = require('node-uci')
const {Judge, soon, main} = require('./judge')

const SETTINGS = [
  {Game: 'iris', IrisSize: 3},
  {Game: 'manalath', ManalathSize: 3},
  {Game: 'otrio', OtrioMode: '2x1'},
  {Game: 'otrio', OtrioMode: '4x1'},
  {Game: 'linetris', LinetrisColumns: 5, LinetrisRows: 4}
]

const LIMITS = [{depth: 1}, {depth: 2}, {nodes: 200}, {movetime: 5}, {wtime: 500, btime: 500, winc: 5, binc: 5}]

// Long enough for any of these games, should they repeat themselves.
const MOST_MOVES = 200

function checkIntroduction(engine) {
  assert.match(engine.id.name, /^tetrarch \d/)
  assert.ok(engine.id.author)
  const option = name => engine.options.get(name)
  assert.deepStrictEqual(option('Game'), {
    type: 'combo',
    default: 'linetris',
    options: ['iris', 'manalath', 'otrio', 'linetris']
  })
  assert.deepStrictEqual(option('OtrioMode').options, ['2x1', '2x2', '3x1', '4x1'])
  assert.deepStrictEqual(option('IrisSize'), {type: 'spin', default: 6, min: 2, max: 8})
  assert.deepStrictEqual(option('LinetrisClear'), {type: 'check', default: true})
  assert.deepStrictEqual(option('Level'), {type: 'spin', default: 10, min: 0, max: 10})
  for (const name of ['Hash', 'Threads', 'MultiPV', 'MoveOverhead', 'Seed']) {
    const {type, default: value, min, max} = option(name)
    assert.strictEqual(type, 'spin')
    assert.ok(min <= value && value <= max, name)
  }
  assert.strictEqual(engine.options.size, 16)
}

function checkInfo(info) {
  const scored = info.filter(line => line.score)
  assert.ok(scored.length > 0, 'a score comes before the move')
  for (const {score, depth} of scored) {
    assert.ok(['cp', 'mate'].includes(score.unit) && Number.isInteger(score.value))
    assert.ok(Number.isInteger(depth))
  }
}

async function playGame(engine, path, settings) {
  for (const [name, value] of Object.entries(settings)) {
    await soon(engine.setoption(name, value), name)
  }
  await soon(engine.ucinewgame(), 'ucinewgame')
  const judge = new Judge(path, settings)
  const moves = []
  for (;;) {
    await soon(engine.position('startpos', moves), 'position')
    const limit = LIMITS[moves.length % LIMITS.length]
    const {bestmove, info} = await soon(engine.go(limit), JSON.stringify(limit))
    checkInfo(info)
    if (await judge.isOver(moves)) {
      assert.strictEqual(bestmove, '(none)')
      break
    }
    moves.push(bestmove)
    await judge.check(moves)
    if (moves.length >= MOST_MOVES) break
  }
  console.log(`  ${Object.values(settings).join(' ')}: ${moves.length} moves, ${await judge.query(moves, 'result')}`)
  judge.end()
}

async function waitFor(emitter, count) {
  let seen = 0
  await soon(
    new Promise((resolve, reject) => {
      emitter.on('data', data => {
        if (data.bestmove) reject(new Error('a bestmove before stop'))
        if (++seen >= count) resolve()
      })
    }),
    'go infinite'
  )
}

main('node-uci', async path => {
  const engine = new Engine(path)
  await soon(engine.init(), 'uci')
  checkIntroduction(engine)
  await soon(engine.isready(), 'isready')
  for (const settings of SETTINGS) {
    await playGame(engine, path, settings)
  }

  // An endless search gives infos and waits for its word, also when there is nothing to find.
  await soon(engine.setoption('Game', 'linetris'), 'setoption')
  for (const moves of [[], ['1', '2', '1', '2', '1', '2']]) {
    await soon(engine.position('startpos', moves), 'position')
    await waitFor(engine.goInfinite(), 1)
    const {bestmove} = await soon(engine.stop(), 'stop')
    assert.match(bestmove, /^[1-7]$/)
  }
  await soon(engine.position('startpos', []), 'position')
  const pondered = engine.go({ponder: true, depth: 2})
  // Not ponderhit(), which also waits for readyok: the client sees only the last line of what
  // comes at once, and would miss one of the two.
  engine.write('ponderhit')
  assert.match((await soon(pondered, 'go ponder')).bestmove, /^[1-7]$/)

  // The chain of promises that the client's manual begins with.
  const result = await soon(
    engine.chain().setoption('MultiPV', 2).position('startpos', ['4']).go({depth: 2}),
    'a chain'
  )
  assert.ok(result.info.some(line => line.multipv === 2))

  const closed = new Promise(resolve => engine.proc.once('exit', resolve))
  await soon(engine.quit(), 'quit')
  assert.strictEqual(await closed, 0)
})
