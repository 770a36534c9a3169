# frozen_string_literal: true
# SPDX-License-Identifier: Apache-2.0

require 'json'
require 'open3'

# POST {"script": "#!/bin/bash\n#SBATCH …"} is answered by {"answer": the JSON of `clustersim advise`, "problems": […]}.
class AdviceApp
  LONGEST = 64 * 1024
  PATIENCE_S = 20

  def initialize(program: ENV.fetch('CLUSTERSIM', 'clustersim'), system: ENV.fetch('CLUSTERSIM_SYSTEM', 'lumi'))
    @program = program
    @system = system
  end

  # A request as Rack describes it.
  def call(env)
    return reply(405, 'ask with POST') unless env['REQUEST_METHOD'] == 'POST'
    # No page of another site can send this type without the consent of this one.
    return reply(415, 'a question is application/json') unless env['CONTENT_TYPE'].to_s.start_with?('application/json')

    body = env['rack.input'].read(LONGEST + 1).to_s
    return reply(413, "a question has at most #{LONGEST} bytes") if body.bytesize > LONGEST

    script = script_in(body)
    return reply(400, 'a question is {"script": "#!/bin/bash …"}') unless script

    advise(script)
  end

  private

  def script_in(body)
    asked = JSON.parse(body.force_encoding(Encoding::UTF_8))
    asked['script'] if asked.is_a?(Hash) && asked['script'].is_a?(String)
  rescue JSON::ParserError, EncodingError
    nil
  end

  # The question is foreign: a script cannot make the program read another file.
  def advise(script)
    question = { command: 'advise', script: { text: script, name: 'form' }, system: @system, replicates: 10, format: 'json' }
    line = JSON.generate({ id: '1', question: question, foreign: true, workers: 1 })
    out, = Open3.capture2('timeout', PATIENCE_S.to_s, @program, 'ask', '--stream', stdin_data: "#{line}\n", err: File::NULL)
    event = out.each_line.map { |one| JSON.parse(one) }.find { |one| one['event'] == 'answer' }
    return reply(504, 'there is no answer in time') unless event

    told = event['answer']
    text = told['text'].to_s
    write(200, { answer: text.empty? ? nil : JSON.parse(text), problems: told['problems'] })
  rescue SystemCallError, JSON::ParserError
    reply(503, 'clustersim does not answer')
  end

  def reply(status, message)
    write(status, { answer: nil, problems: [{ message: message }] })
  end

  def write(status, value)
    [status, { 'content-type' => 'application/json', 'cache-control' => 'no-store' }, [JSON.generate(value)]]
  end
end
