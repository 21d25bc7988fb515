// A second engine that only judges: whether a move is legal, who is on move, and who has won.
'use strict'
const assert = require('assert')
const {spawn} = require('child_process')
const readline = require('readline')

// Only a hang takes this long.
const PATIENCE = 60_000

/** Fails if a promise is not kept. */
function soon(promise, what) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer to: ${what}`)), PATIENCE)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

class Judge {
  constructor(path, options = {}) {
    this.process = spawn(path)
    this.lines = readline.createInterface({input: this.process.stdout})[Symbol.asyncIterator]()
    for (const [name, value] of Object.entries(options)) {
      this.process.stdin.write(`setoption name ${name} value ${value}\n`)
    }
  }

  async query(moves, what) {
    this.process.stdin.write(`position startpos moves ${moves.join(' ')}\nquery ${what}\n`)
    const line = (await soon(this.lines.next(), what)).value
    assert.match(line, /^response /, `after ${moves}: ${line}`)
    return line.slice('response '.length)
  }

  /** Whether the game is over after these moves. */
  async isOver(moves) {
    return (await this.query(moves, 'gameover')) === 'true'
  }

  /** Fails unless the last of the moves is legal after the others. */
  async check(moves) {
    const last = moves[moves.length - 1]
    assert.match(last, /^[a-z0-9]+$/)
    const legal = await this.query(moves.slice(0, -1), `islegal ${last}`)
    assert.strictEqual(legal, 'true', `${last} after ${moves.slice(0, -1)}`)
  }

  end() {
    this.process.stdin.end('quit\n')
  }
}

/** Runs a client's trial and turns its failure into the exit code. */
function main(name, trial) {
  trial(process.argv[2]).then(
    () => console.log(`${name}: good`),
    error => {
      console.error(`${name}:`, error)
      process.exit(1)
    }
  )
}

module.exports = {Judge, soon, main}
